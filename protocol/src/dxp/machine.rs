//! The state machine of a DamExchange session: states times inputs, and nothing else.
//!
//! No input is without an answer in any state, so that a partner that speaks out of turn is neither obeyed nor
//! waited for. What a move or a position means is decided before (the input carries the verdict); what the
//! actions do is up to [`Session`](super::session::Session).

use super::message::{AnswerCode, BackAnswer};

/// Where a session stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum State {
    /// No game.
    Idle,
    /// We have sent GAMEREQ and wait for GAMEACC.
    Invited {
        /// Whether the first move will be ours.
        we_begin: bool,
    },
    /// A game; our side is to move.
    OurTurn,
    /// A game; the partner is to move.
    TheirTurn,
    /// We have sent GAMEEND and wait for its echo.
    Ending {
        /// Whether we asked for the end of the session too.
        stop: bool,
    },
}

/// What happens: a message with the verdict on it, or a decision of our side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Input {
    /// GAMEREQ for a game that can be played.
    Request {
        /// Whether the first move will be ours.
        we_begin: bool,
    },
    /// GAMEREQ that cannot be accepted, and why.
    BadRequest(AnswerCode),
    /// GAMEACC.
    Answer {
        /// Whether its code is `0`.
        accepted: bool,
    },
    /// MOVE that is legal if the partner is to move.
    Move,
    /// MOVE that is not.
    IllegalMove,
    /// GAMEEND.
    End {
        /// Whether the partner wants the session to end.
        stop: bool,
    },
    /// CHAT.
    Chat,
    /// BACKREQ for a position that the game has passed.
    BackRequest {
        /// Whether our side is to move there.
        our_turn: bool,
    },
    /// BACKREQ for a position that the game has not passed.
    BadBackRequest,
    /// BACKACC.
    BackAnswer,
    /// Bytes that are no message.
    Garbage,
    /// The connection is lost.
    Lost,
    /// Our side proposes a game.
    OurRequest {
        /// Whether the first move will be ours.
        we_begin: bool,
    },
    /// Our side has chosen its move.
    OurMove,
    /// Our side ends the game: it has no move, the game is drawn, or a referee says so.
    OurEnd {
        /// Whether the session is to end too.
        stop: bool,
    },
}

/// What has to be done, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// Send GAMEREQ.
    SendRequest,
    /// Send GAMEACC with this code.
    SendAnswer(AnswerCode),
    /// Send our move and play it.
    SendMove,
    /// Send GAMEEND with our reason.
    SendEnd {
        /// The stop code.
        stop: bool,
    },
    /// Send GAMEEND without a reason, as the answer to the partner's.
    Echo {
        /// The stop code, the same as the partner's.
        stop: bool,
    },
    /// Send BACKACC.
    SendBackAnswer(BackAnswer),
    /// A new game begins.
    Begin,
    /// The proposed game does not come about.
    Refused,
    /// The game is abandoned without a result.
    Abandon,
    /// The game is over.
    Finish,
    /// Play the partner's move.
    Play,
    /// Go back to the position that the partner asked for.
    TakeBack,
    /// Our side has to find a move.
    Think,
    /// The search for a move is obsolete.
    StopThinking,
    /// The partner has said something that has no place here; it is ignored, and may be told so.
    Complain,
    /// Close the connection.
    Close,
}

impl State {
    /// The state after an input, and what has to be done on the way.
    pub fn step(self, input: Input) -> (State, Vec<Action>) {
        use Action::*;
        use State::*;
        let turn = |ours: bool| if ours { OurTurn } else { TheirTurn };
        let think = |ours: bool| ours.then_some(Think);
        let playing = matches!(self, OurTurn | TheirTurn);
        let stop_thinking = (self == OurTurn).then_some(StopThinking);
        let mut actions = Vec::new();
        let next = match (self, input) {
            // Two invitations have crossed: each side refuses the other's, and says so.
            (Invited { .. }, Input::Request { .. }) => {
                actions.push(SendAnswer(AnswerCode::Refused));
                self
            }
            // A second request in a game drops the old game; after a missing echo it stands for the echo.
            (_, Input::Request { we_begin }) => {
                actions.extend(stop_thinking);
                actions.extend(playing.then_some(Abandon));
                actions.extend([SendAnswer(AnswerCode::Accepted), Begin]);
                actions.extend(think(we_begin));
                turn(we_begin)
            }
            (_, Input::BadRequest(code)) => {
                actions.push(SendAnswer(code));
                self
            }
            (Invited { we_begin }, Input::Answer { accepted: true }) => {
                actions.push(Begin);
                actions.extend(think(we_begin));
                turn(we_begin)
            }
            (Invited { .. }, Input::Answer { accepted: false }) => {
                actions.push(Refused);
                Idle
            }
            (TheirTurn, Input::Move) => {
                actions.extend([Play, Think]);
                OurTurn
            }
            // Crossed with our GAMEEND.
            (Ending { .. }, Input::Move | Input::IllegalMove) => self,
            (OurTurn | TheirTurn, Input::End { stop }) => {
                actions.extend(stop_thinking);
                actions.extend([Finish, Echo { stop }]);
                actions.extend(stop.then_some(Close));
                Idle
            }
            (Ending { stop: ours }, Input::End { stop }) => {
                actions.extend((ours || stop).then_some(Close));
                Idle
            }
            // The echo of the game before, which was not waited for any longer. Who refuses says so by GAMEACC.
            (Invited { .. }, Input::End { stop: false }) => self,
            (Invited { .. }, Input::End { stop: true }) => {
                actions.extend([Refused, Close]);
                Idle
            }
            // An echo of an echo, or the end of a session without a game.
            (Idle, Input::End { stop }) => {
                actions.extend(stop.then_some(Close));
                Idle
            }
            (OurTurn | TheirTurn, Input::BackRequest { our_turn }) => {
                actions.extend(stop_thinking);
                actions.extend([SendBackAnswer(BackAnswer::Agreed), TakeBack]);
                actions.extend(think(our_turn));
                turn(our_turn)
            }
            (_, Input::BackRequest { .. } | Input::BadBackRequest) => {
                actions.push(SendBackAnswer(BackAnswer::NotNow));
                self
            }
            (_, Input::Chat | Input::BackAnswer) => self,
            (_, Input::Answer { .. } | Input::Move | Input::IllegalMove | Input::Garbage) => {
                actions.push(Complain);
                self
            }
            (_, Input::Lost) => {
                actions.extend(stop_thinking);
                actions.extend(playing.then_some(Abandon));
                Idle
            }
            // A partner that never echoes is not waited for.
            (Idle | Ending { .. }, Input::OurRequest { we_begin }) => {
                actions.push(SendRequest);
                Invited { we_begin }
            }
            (OurTurn, Input::OurMove) => {
                actions.push(SendMove);
                TheirTurn
            }
            (OurTurn | TheirTurn, Input::OurEnd { stop }) => {
                actions.extend(stop_thinking);
                actions.extend([SendEnd { stop }, Finish]);
                Ending { stop }
            }
            // Too late, or too early: somebody else was faster.
            (_, Input::OurRequest { .. } | Input::OurMove | Input::OurEnd { .. }) => self,
        };
        (next, actions)
    }
}

#[cfg(test)]
mod tests {
    use super::Action::*;
    use super::*;
    use AnswerCode::{Accepted, Impossible, Version};
    use State::*;

    const STATES: [State; 7] = [
        Idle,
        Invited { we_begin: true },
        Invited { we_begin: false },
        OurTurn,
        TheirTurn,
        Ending { stop: false },
        Ending { stop: true },
    ];

    /// An input, and a cell per state in the order of [`STATES`].
    type Row = (Input, [(State, Vec<Action>); 7]);

    /// Every input.
    fn table() -> Vec<Row> {
        let [idle, inv_w, inv_b, ours, theirs, end0, end1] = STATES;
        let same = |actions: &[Action]| STATES.map(|state| (state, actions.to_vec()));
        let agreed = SendBackAnswer(BackAnswer::Agreed);
        let not_now = SendBackAnswer(BackAnswer::NotNow);
        let refuse = SendAnswer(AnswerCode::Refused);
        let accept = SendAnswer(Accepted);
        let complain_but_ending = [
            (idle, vec![Complain]),
            (inv_w, vec![Complain]),
            (inv_b, vec![Complain]),
            (ours, vec![Complain]),
            (theirs, vec![Complain]),
            (end0, vec![]),
            (end1, vec![]),
        ];
        let mut legal = complain_but_ending.clone();
        legal[4] = (ours, vec![Play, Think]);
        vec![
            (
                Input::Request { we_begin: true },
                [
                    (ours, vec![accept, Begin, Think]),
                    (inv_w, vec![refuse]),
                    (inv_b, vec![refuse]),
                    (ours, vec![StopThinking, Abandon, accept, Begin, Think]),
                    (ours, vec![Abandon, accept, Begin, Think]),
                    (ours, vec![accept, Begin, Think]),
                    (ours, vec![accept, Begin, Think]),
                ],
            ),
            (
                Input::Request { we_begin: false },
                [
                    (theirs, vec![accept, Begin]),
                    (inv_w, vec![refuse]),
                    (inv_b, vec![refuse]),
                    (theirs, vec![StopThinking, Abandon, accept, Begin]),
                    (theirs, vec![Abandon, accept, Begin]),
                    (theirs, vec![accept, Begin]),
                    (theirs, vec![accept, Begin]),
                ],
            ),
            (Input::BadRequest(Version), same(&[SendAnswer(Version)])),
            (
                Input::BadRequest(Impossible),
                same(&[SendAnswer(Impossible)]),
            ),
            (
                Input::Answer { accepted: true },
                [
                    (idle, vec![Complain]),
                    (ours, vec![Begin, Think]),
                    (theirs, vec![Begin]),
                    (ours, vec![Complain]),
                    (theirs, vec![Complain]),
                    (end0, vec![Complain]),
                    (end1, vec![Complain]),
                ],
            ),
            (
                Input::Answer { accepted: false },
                [
                    (idle, vec![Complain]),
                    (idle, vec![Refused]),
                    (idle, vec![Refused]),
                    (ours, vec![Complain]),
                    (theirs, vec![Complain]),
                    (end0, vec![Complain]),
                    (end1, vec![Complain]),
                ],
            ),
            (Input::Move, legal),
            (Input::IllegalMove, complain_but_ending),
            (
                Input::End { stop: false },
                [
                    (idle, vec![]),
                    (inv_w, vec![]),
                    (inv_b, vec![]),
                    (idle, vec![StopThinking, Finish, Echo { stop: false }]),
                    (idle, vec![Finish, Echo { stop: false }]),
                    (idle, vec![]),
                    (idle, vec![Close]),
                ],
            ),
            (
                Input::End { stop: true },
                [
                    (idle, vec![Close]),
                    (idle, vec![Refused, Close]),
                    (idle, vec![Refused, Close]),
                    (idle, vec![StopThinking, Finish, Echo { stop: true }, Close]),
                    (idle, vec![Finish, Echo { stop: true }, Close]),
                    (idle, vec![Close]),
                    (idle, vec![Close]),
                ],
            ),
            (Input::Chat, same(&[])),
            (
                Input::BackRequest { our_turn: true },
                [
                    (idle, vec![not_now]),
                    (inv_w, vec![not_now]),
                    (inv_b, vec![not_now]),
                    (ours, vec![StopThinking, agreed, TakeBack, Think]),
                    (ours, vec![agreed, TakeBack, Think]),
                    (end0, vec![not_now]),
                    (end1, vec![not_now]),
                ],
            ),
            (
                Input::BackRequest { our_turn: false },
                [
                    (idle, vec![not_now]),
                    (inv_w, vec![not_now]),
                    (inv_b, vec![not_now]),
                    (theirs, vec![StopThinking, agreed, TakeBack]),
                    (theirs, vec![agreed, TakeBack]),
                    (end0, vec![not_now]),
                    (end1, vec![not_now]),
                ],
            ),
            (Input::BadBackRequest, same(&[not_now])),
            (Input::BackAnswer, same(&[])),
            (Input::Garbage, same(&[Complain])),
            (
                Input::Lost,
                [
                    (idle, vec![]),
                    (idle, vec![]),
                    (idle, vec![]),
                    (idle, vec![StopThinking, Abandon]),
                    (idle, vec![Abandon]),
                    (idle, vec![]),
                    (idle, vec![]),
                ],
            ),
            (
                Input::OurRequest { we_begin: true },
                [
                    (inv_w, vec![SendRequest]),
                    (inv_w, vec![]),
                    (inv_b, vec![]),
                    (ours, vec![]),
                    (theirs, vec![]),
                    (inv_w, vec![SendRequest]),
                    (inv_w, vec![SendRequest]),
                ],
            ),
            (
                Input::OurMove,
                [
                    (idle, vec![]),
                    (inv_w, vec![]),
                    (inv_b, vec![]),
                    (theirs, vec![SendMove]),
                    (theirs, vec![]),
                    (end0, vec![]),
                    (end1, vec![]),
                ],
            ),
            (
                Input::OurEnd { stop: true },
                [
                    (idle, vec![]),
                    (inv_w, vec![]),
                    (inv_b, vec![]),
                    (end1, vec![StopThinking, SendEnd { stop: true }, Finish]),
                    (end1, vec![SendEnd { stop: true }, Finish]),
                    (end0, vec![]),
                    (end1, vec![]),
                ],
            ),
            (
                Input::OurEnd { stop: false },
                [
                    (idle, vec![]),
                    (inv_w, vec![]),
                    (inv_b, vec![]),
                    (end0, vec![StopThinking, SendEnd { stop: false }, Finish]),
                    (end0, vec![SendEnd { stop: false }, Finish]),
                    (end0, vec![]),
                    (end1, vec![]),
                ],
            ),
        ]
    }

    #[test]
    fn every_cell_of_the_table() {
        let table = table();
        for (input, cells) in &table {
            for (state, expected) in STATES.iter().zip(cells) {
                assert_eq!(&state.step(*input), expected, "{input:?} in {state:?}");
            }
        }
    }

    #[test]
    fn a_search_runs_exactly_when_it_is_our_turn() {
        for (input, _) in table() {
            for state in STATES {
                let (next, actions) = state.step(input);
                let mut running = state == OurTurn;
                for action in actions {
                    match action {
                        Think => running = true,
                        StopThinking | SendMove => running = false,
                        _ => {}
                    }
                }
                assert_eq!(running, next == OurTurn, "{input:?} in {state:?}");
            }
        }
    }
}
