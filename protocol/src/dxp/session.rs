//! A session with one partner: the state machine with the game behind it. Messages go in, effects come out; no I/O.

use super::complaint::Complaint;
use super::machine::{Action, Input, State};
use super::message::{Answer, AnswerCode, End, Message, MessageError, Reason, Request};
use super::moves::{self, MoveError};
use damka_engine::draws::DrawRules;
use damka_engine::game::Game;
use damka_engine::status::{DrawReason, Status, WinReason};
use damka_engine::{Color, Move, Position, Rules, SquareOrder};
use std::time::Duration;

/// What a session may assume about its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Our name; 32 characters are sent.
    pub name: String,
    /// The draw rules by which games are counted.
    pub draws: DrawRules,
    /// Square numbers on the wire.
    pub order: SquareOrder,
    /// Whether the partner may take back moves.
    pub take_back: bool,
}

impl Terms {
    /// Our name, the variant's own draw rules, the standard order, no taking back.
    pub fn new<R: Rules>() -> Terms {
        let name = format!("Damka {}", env!("CARGO_PKG_VERSION"));
        Terms {
            name,
            draws: R::DRAWS,
            order: SquareOrder::Standard,
            take_back: false,
        }
    }
}

/// A proposal of our side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal<R: Rules> {
    /// Where the game starts.
    pub position: Position<R>,
    /// The side that we play.
    pub our_side: Color,
    /// Time of each side for the game; whole minutes are sent.
    pub time: Option<Duration>,
    /// Moves of each side, at most 999.
    pub moves: Option<u32>,
}

/// What a session wants its owner to do or to know, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect<R: Rules> {
    /// Send this.
    Send(Message),
    /// A game begins; see [`Session::game`], [`Session::our_side`], [`Session::time`].
    Begun,
    /// It is our turn: find a move and hand it to [`Session::play`].
    Think,
    /// The search for a move is obsolete.
    StopThinking,
    /// The partner has played this move and says it took so many seconds.
    Played(Move<R::Board>, u32),
    /// The partner has taken back moves; the game is shorter now.
    TakenBack,
    /// The game is over; the status is as good as the reason that was given, `Ongoing` for "no result".
    Over(Status),
    /// The game is abandoned: the connection is lost, or the partner begins another one.
    Abandoned,
    /// Our proposal is refused.
    Refused(AnswerCode),
    /// The partner has said something that is ignored.
    Complaint(Complaint),
    /// Close the connection.
    Close,
}

/// A session with one partner.
#[derive(Clone, Debug)]
pub struct Session<R: Rules> {
    terms: Terms,
    state: State,
    game: Game<R>,
    our_side: Color,
    time: Option<Duration>,
    moves: Option<u32>,
    partner: String,
}

/// What the actions of one step need to know.
struct Context<R: Rules> {
    mv: Option<(Move<R::Board>, u32)>,
    reason: Reason,
    request: Option<Request>,
    start: Option<(Position<R>, Color)>,
    refusal: AnswerCode,
    plies: usize,
    /// The name by which the partner of the game that begins calls itself.
    partner: String,
    complaint: Option<Complaint>,
}

impl<R: Rules> Default for Context<R> {
    fn default() -> Self {
        Context {
            mv: None,
            reason: Reason::Unknown,
            request: None,
            start: None,
            refusal: AnswerCode::Refused,
            plies: 0,
            partner: String::new(),
            complaint: None,
        }
    }
}

impl<R: Rules> Session<R> {
    /// A session without a game.
    pub fn new(terms: Terms) -> Session<R> {
        Session {
            game: Game::new(Position::start(), terms.draws),
            terms,
            state: State::Idle,
            our_side: R::FIRST,
            time: None,
            moves: None,
            partner: String::new(),
        }
    }

    /// Where the session stands.
    pub fn state(&self) -> State {
        self.state
    }

    /// The current or the last game.
    pub fn game(&self) -> &Game<R> {
        &self.game
    }

    /// The side that we play.
    pub fn our_side(&self) -> Color {
        self.our_side
    }

    /// Time of each side for the game; `None` when the partner has said nothing usable.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Moves of each side after which the game ends without a result.
    pub fn moves(&self) -> Option<u32> {
        self.moves
    }

    /// The partner's name; empty before it was told.
    pub fn partner(&self) -> &str {
        &self.partner
    }

    /// The connection brought this.
    pub fn receive(&mut self, message: Result<Message, MessageError>) -> Vec<Effect<R>> {
        let mut context = Context::default();
        let input = match message {
            Ok(Message::Request(request)) => self.judge_request(request, &mut context),
            Ok(Message::Answer(answer)) => {
                context.partner = answer.name;
                context.refusal = answer.code;
                context.complaint = Some(Complaint::OutOfTurn("GAMEACC without a request"));
                Input::Answer {
                    accepted: answer.code == AnswerCode::Accepted,
                }
            }
            Ok(Message::Move(message)) => {
                context.complaint = Some(Complaint::OutOfTurn("MOVE out of turn"));
                if self.state != State::TheirTurn {
                    Input::Move
                } else {
                    match moves::find(self.game.position(), &message, self.terms.order) {
                        Ok(mv) => {
                            context.mv = Some((mv, message.seconds));
                            Input::Move
                        }
                        Err(error) => {
                            context.complaint = Some(Complaint::BadMove(error));
                            Input::IllegalMove
                        }
                    }
                }
            }
            Ok(Message::End(End { reason, stop })) => {
                context.reason = reason;
                Input::End { stop }
            }
            Ok(Message::Chat(_)) => Input::Chat,
            Ok(Message::BackRequest { number, turn }) => {
                self.judge_back(number, turn, &mut context)
            }
            Ok(Message::BackAnswer(_)) => Input::BackAnswer,
            Err(error) if error.is_request() => Input::BadRequest(AnswerCode::Impossible),
            Err(error) if error.is_move() && self.state == State::TheirTurn => {
                context.complaint = Some(Complaint::BadMove(MoveError::Malformed(error)));
                Input::IllegalMove
            }
            Err(error) => {
                context.complaint = Some(Complaint::Garbage(error));
                Input::Garbage
            }
        };
        self.step(input, context)
    }

    /// Our side proposes a game. Nothing happens while another game or proposal is under way.
    pub fn propose(&mut self, proposal: &Proposal<R>) -> Vec<Effect<R>> {
        let Proposal {
            position,
            our_side,
            time,
            moves,
        } = *proposal;
        let start = position == Position::start();
        let request = Request {
            version: 1,
            name: self.terms.name.clone(),
            follower: !our_side,
            time,
            moves,
            position: (!start).then(|| moves::from_position(&position, self.terms.order)),
        };
        let we_begin = position.turn() == our_side;
        if matches!(self.state, State::Idle | State::Ending { .. }) {
            self.set_up(position, our_side, time, moves);
        }
        let context = Context {
            request: Some(request),
            ..Context::default()
        };
        self.step(Input::OurRequest { we_begin }, context)
    }

    /// Our side has found a legal move, and took this time. Too late or too early, it is ignored.
    pub fn play(&mut self, mv: Move<R::Board>, time: Duration) -> Vec<Effect<R>> {
        let seconds = time.as_secs().min(9999) as u32;
        let context = Context {
            mv: Some((mv, seconds)),
            ..Context::default()
        };
        self.step(Input::OurMove, context)
    }

    /// Our side ends the game: it cannot move, the game is drawn, or a referee says so.
    pub fn end(&mut self, reason: Reason, stop: bool) -> Vec<Effect<R>> {
        let context = Context {
            reason: mirrored(reason),
            ..Context::default()
        };
        self.step(Input::OurEnd { stop }, context)
    }

    /// The connection is lost.
    pub fn lost(&mut self) -> Vec<Effect<R>> {
        self.step(Input::Lost, Context::default())
    }

    /// The reason with which our side would end the game now by itself: it cannot move, or the game is drawn, or
    /// has as many moves as were agreed. To be asked when it is our turn.
    pub fn own_end(&self) -> Option<Reason> {
        match self.game.status() {
            Status::Win(side, _) if side == self.our_side => Some(Reason::Won),
            Status::Win(..) => Some(Reason::Lost),
            Status::Draw(_) => Some(Reason::Draw),
            Status::Ongoing => {
                let made = self.moves_made();
                self.moves
                    .filter(|&most| made >= most)
                    .map(|_| Reason::Unknown)
            }
        }
    }

    /// Moves that our side has made in this game.
    pub fn moves_made(&self) -> u32 {
        let plies = self.game.moves().len();
        let first = self.game.initial().turn() == self.our_side;
        ((plies + usize::from(first)) / 2) as u32
    }

    fn judge_request(&mut self, request: Request, context: &mut Context<R>) -> Input {
        if request.version != 1 {
            return Input::BadRequest(AnswerCode::Version);
        }
        let position = match &request.position {
            None => Ok(Position::start()),
            Some(setup) => moves::to_position(setup, self.terms.order),
        };
        let Ok(position) = position else {
            return Input::BadRequest(AnswerCode::Impossible);
        };
        let we_begin = position.turn() == request.follower;
        context.start = Some((position, request.follower));
        context.partner.clone_from(&request.name);
        context.request = Some(request);
        Input::Request { we_begin }
    }

    /// BACKREQ names a move by its number in the game, from 1, and the side to move.
    fn judge_back(&self, number: u32, turn: Color, context: &mut Context<R>) -> Input {
        let begun_by = self.game.initial().turn();
        let Some(full) = number.checked_sub(1) else {
            return Input::BadBackRequest;
        };
        let plies = if R::FIRST == begun_by {
            2 * full as usize + usize::from(turn != begun_by)
        } else {
            // The other side began: its first move is the second half of move 1.
            match (2 * full as usize + usize::from(turn == begun_by)).checked_sub(1) {
                Some(plies) => plies,
                None => return Input::BadBackRequest,
            }
        };
        if !self.terms.take_back || plies > self.game.moves().len() {
            return Input::BadBackRequest;
        }
        context.plies = plies;
        Input::BackRequest {
            our_turn: turn == self.our_side,
        }
    }

    fn set_up(
        &mut self,
        start: Position<R>,
        our_side: Color,
        time: Option<Duration>,
        moves: Option<u32>,
    ) {
        self.game = Game::new(start, self.terms.draws);
        self.our_side = our_side;
        self.time = time;
        self.moves = moves;
    }

    fn step(&mut self, input: Input, mut context: Context<R>) -> Vec<Effect<R>> {
        let (next, actions) = self.state.step(input);
        log::debug!(
            "dxp: {:?} in {:?} -> {next:?} {actions:?}",
            input,
            self.state
        );
        self.state = next;
        let mut effects = Vec::with_capacity(actions.len());
        for action in actions {
            self.act(action, &mut context, &mut effects);
        }
        effects
    }

    fn act(&mut self, action: Action, context: &mut Context<R>, effects: &mut Vec<Effect<R>>) {
        let end = |reason, stop| Message::End(End { reason, stop });
        effects.push(match action {
            Action::SendRequest => match context.request.take() {
                Some(request) => Effect::Send(Message::Request(request)),
                None => return,
            },
            Action::SendAnswer(code) => {
                let name = self.terms.name.clone();
                Effect::Send(Message::Answer(Answer { name, code }))
            }
            Action::SendMove => match context.mv {
                Some((mv, seconds)) => match self.game.play(mv) {
                    Ok(()) => {
                        let message = moves::to_message::<R>(mv, self.terms.order, seconds);
                        Effect::Send(Message::Move(message))
                    }
                    Err(error) => {
                        // Our own fault: nothing is sent, and it is still our turn.
                        self.state = State::OurTurn;
                        Effect::Complaint(Complaint::OwnMove(error))
                    }
                },
                None => return,
            },
            Action::SendEnd { stop } => Effect::Send(end(mirrored(context.reason), stop)),
            Action::Echo { stop } => Effect::Send(end(Reason::Unknown, stop)),
            Action::SendBackAnswer(answer) => Effect::Send(Message::BackAnswer(answer)),
            Action::Begin => {
                self.partner = std::mem::take(&mut context.partner);
                if let (Some((position, side)), Some(request)) =
                    (context.start.take(), context.request.take())
                {
                    self.set_up(position, side, request.time, request.moves);
                }
                Effect::Begun
            }
            Action::Refused => Effect::Refused(context.refusal),
            Action::Abandon => Effect::Abandoned,
            Action::Finish => Effect::Over(self.result(context.reason)),
            Action::Play => match context.mv.take() {
                Some((mv, seconds)) => match self.game.play(mv) {
                    Ok(()) => Effect::Played(mv, seconds),
                    Err(error) => {
                        Effect::Complaint(Complaint::BadMove(MoveError::Illegal(error.0)))
                    }
                },
                None => return,
            },
            Action::TakeBack => {
                while self.game.moves().len() > context.plies {
                    self.game.undo();
                }
                Effect::TakenBack
            }
            Action::Think => Effect::Think,
            Action::StopThinking => Effect::StopThinking,
            Action::Complain => match context.complaint.take() {
                Some(complaint) => Effect::Complaint(complaint),
                None => return,
            },
            Action::Close => Effect::Close,
        });
    }

    /// The result that a GAMEEND gives, its reason seen from the partner. What the board says is believed first.
    fn result(&self, reason: Reason) -> Status {
        match (self.game.status(), reason) {
            (status, _) if status.is_over() => status,
            (_, Reason::Unknown) => Status::Ongoing,
            (_, Reason::Lost) => Status::Win(self.our_side, WinReason::Resignation),
            (_, Reason::Won) => Status::Win(!self.our_side, WinReason::Resignation),
            (_, Reason::Draw) => Status::Draw(DrawReason::Agreement),
        }
    }
}

/// The same reason from the other side.
const fn mirrored(reason: Reason) -> Reason {
    match reason {
        Reason::Lost => Reason::Won,
        Reason::Won => Reason::Lost,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::rules::Russian;

    fn answer(name: &str, code: AnswerCode) -> Result<Message, MessageError> {
        let name = name.to_string();
        Ok(Message::Answer(Answer { name, code }))
    }

    /// A session that has been told this, after our proposal if `propose` says so.
    fn session(propose: bool, messages: &[Message]) -> Session<Russian> {
        let mut session = Session::new(Terms::new::<Russian>());
        if propose {
            session.propose(&Proposal {
                position: Position::start(),
                our_side: Color::White,
                time: None,
                moves: None,
            });
        }
        for message in messages {
            session.receive(Ok(message.clone()));
        }
        session
    }

    fn request(name: &str) -> Message {
        Message::Request(Request {
            version: 1,
            name: name.to_string(),
            follower: Color::Black,
            time: None,
            moves: None,
            position: None,
        })
    }

    /// Whoever a game is played with keeps its name: an answer that begins no game gives nobody another.
    #[test]
    fn only_who_begins_a_game_is_named() {
        let accepted = answer("Friend", AnswerCode::Accepted).expect("a message");
        let end = |stop| {
            Message::End(End {
                reason: Reason::Draw,
                stop,
            })
        };
        let mut ending = session(false, &[request("Friend")]);
        ending.end(Reason::Draw, false);
        let states = [
            (session(false, &[]), ""),
            (session(false, &[request("Friend")]), "Friend"),
            (session(true, std::slice::from_ref(&accepted)), "Friend"),
            (session(true, &[accepted, end(false)]), "Friend"),
            (ending, "Friend"),
        ];
        for (session, name) in states {
            assert_eq!(session.partner(), name, "{:?}", session.state());
            for code in [AnswerCode::Accepted, AnswerCode::Refused] {
                let mut session = session.clone();
                let effects = session.receive(answer("Foe", code));
                let expected = Complaint::OutOfTurn("GAMEACC without a request");
                assert_eq!(effects, [Effect::Complaint(expected)]);
                assert_eq!(session.partner(), name, "{:?}", session.state());
            }
        }
        let mut refused = session(true, &[]);
        refused.receive(answer("Foe", AnswerCode::Refused));
        assert_eq!(refused.partner(), "");
    }

    /// Whatever is wrong with a MOVE, it is a bad move when it comes in its turn, and nothing else is.
    #[test]
    fn complaints_are_of_their_kind() {
        let bad_move = |complaint: &Complaint| matches!(complaint, Complaint::BadMove(_));
        let out_of_turn = |complaint: &Complaint| matches!(complaint, Complaint::OutOfTurn(_));
        let garbage = |complaint: &Complaint| matches!(complaint, Complaint::Garbage(_));
        let illegal_text = "Zillegal move";
        type Kind<'a> = &'a dyn Fn(&Complaint) -> bool;
        let cases: [(&str, Kind, Kind); 7] = [
            ("M0001010200", &bad_move, &out_of_turn),
            ("M0001999900", &bad_move, &out_of_turn),
            ("M", &bad_move, &garbage),
            ("M0001xxyy00", &bad_move, &garbage),
            (illegal_text, &garbage, &garbage),
            ("E", &garbage, &garbage),
            ("A0", &garbage, &garbage),
        ];
        // We follow with Black, so that the first move is the partner's; and the other way round.
        let theirs = session(false, &[request("Partner")]);
        let accepted = answer("Partner", AnswerCode::Accepted).expect("a message");
        let ours = session(true, &[accepted]);
        assert_eq!(
            (theirs.state(), ours.state()),
            (State::TheirTurn, State::OurTurn)
        );
        for (text, in_turn, otherwise) in cases {
            for (session, kind) in [(&theirs, in_turn), (&ours, otherwise)] {
                let effects = session.clone().receive(Message::parse(text.as_bytes()));
                let [Effect::Complaint(complaint)] = &effects[..] else {
                    panic!("{text}: {effects:?}");
                };
                assert!(kind(complaint), "{text}: {complaint:?}");
            }
        }
    }
}
