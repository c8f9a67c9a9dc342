//! Properties of the move generator on random positions, with the reference generator as the judge.

mod positions;

use damka_engine::perft::{self, CountKind};
use damka_engine::rules::Russian;
use damka_engine::{Variant, fen, reference, with_rules};
use positions::{
    DICE, Die, Mix, agrees_with_reference, is_consistent, legal_means_listed, playout, same,
    scattered,
};
use proptest::prelude::*;
use proptest::sample::select;

fn variant() -> impl Strategy<Value = Variant> {
    select(Variant::ALL.to_vec())
}

fn dice() -> impl Strategy<Value = Vec<Die>> {
    prop::collection::vec([0..100u8, 0..100u8, 0..100u8, 0..100u8], DICE)
}

/// Densities from two pieces to a full board, one-sided and balanced, with few kings or with kings only.
fn mix() -> impl Strategy<Value = Mix> {
    let shares = (
        3..=90u8,
        5..=95u8,
        select(vec![0u8, 5, 20, 50, 100]),
        select(vec![0u8, 0, 60]),
    );
    let flags = (any::<bool>(), any::<bool>());
    (shares, flags).prop_map(
        |((density, white, kings, promoters), (lattice, white_to_move))| Mix {
            density,
            white,
            kings,
            promoters,
            lattice,
            white_to_move,
        },
    )
}

fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..120)
}

/// Turns a complaint into a failed case of proptest.
fn verdict(result: Result<(), String>) -> Result<(), TestCaseError> {
    result.map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn scattered_positions_agree_with_the_reference(v in variant(), mix in mix(), dice in dice()) {
        with_rules!(v, R => if let Some(position) = scattered::<R>(mix, &dice) {
            verdict(agrees_with_reference(&position))?;
        });
    }

    #[test]
    fn scattered_positions_are_consistent(v in variant(), mix in mix(), dice in dice()) {
        with_rules!(v, R => if let Some(position) = scattered::<R>(mix, &dice) {
            verdict(is_consistent(&position))?;
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn played_positions_agree_and_are_consistent(v in variant(), choices in choices()) {
        with_rules!(v, R => {
            let position = playout::<R>(&choices);
            verdict(agrees_with_reference(&position))?;
            verdict(is_consistent(&position))?;
        });
    }

    #[test]
    fn perft_agrees_with_the_reference(v in variant(), choices in choices()) {
        with_rules!(v, R => {
            let position = playout::<R>(&choices);
            let [fast, slow] = [perft::unique(&position, 3), reference::perft(&position, 3, CountKind::Unique)];
            verdict(same(&position, "unique perft 3", fast, slow))?;
            let [fast, slow] = [perft::paths(&position, 3), reference::perft(&position, 3, CountKind::Paths)];
            verdict(same(&position, "path perft 3", fast, slow))?;
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_move_is_legal_exactly_if_it_is_listed(v in variant(), mix in mix(), dice in dice()) {
        with_rules!(v, R => if let Some(position) = scattered::<R>(mix, &dice) {
            verdict(legal_means_listed(&position))?;
        });
    }
}

/// Positions on which the fast generator has once been wrong.
#[test]
fn former_faults_stay_mended() {
    // A man that is crowned with its third jump goes on as a king across the square where it started.
    let position =
        fen::parse::<Russian>("W:W10:B1,2,4,5,6,8,9,11,13,14,15,16").expect("a position");
    assert_eq!(position.count_moves(), 3);
    assert_eq!(agrees_with_reference(&position), Ok(()));
}
