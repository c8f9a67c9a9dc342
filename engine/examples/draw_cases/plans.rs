//! The planned cases, profile by profile, with the reasoning for each.

use super::Case;
use super::fmjd64::{fmjd64, fmjd64_letter};
use damka_engine::Variant;

/// Where cases of one profile and variant are collected.
pub struct Book {
    rules: &'static str,
    variant: Variant,
    pub cases: Vec<Case>,
}

impl Book {
    pub fn new(rules: &'static str, variant: Variant) -> Book {
        Book {
            rules,
            variant,
            cases: vec![],
        }
    }

    pub fn add(&mut self, name: &str, fen: &str, plan: &str, expect: &str, why: &str) {
        self.cases.push(Case {
            rules: self.rules,
            variant: self.variant,
            name: name.to_string(),
            fen: fen.to_string(),
            plan: plan.to_string(),
            expect: expect.to_string(),
            why: why.to_string(),
        });
    }

    /// A pair: after `prefix` and `count` steps the game is still on, and the next step draws.
    pub fn edge(
        &mut self,
        name: &str,
        fen: &str,
        plan: (&str, u32, char),
        reason: &str,
        why: &str,
    ) {
        let (prefix, count, step) = plan;
        let before = format!("{prefix} {count}{step}");
        let at = format!("{prefix} {}{step}", count + 1);
        let label = format!("{name}: one ply short");
        self.add(&label, fen, &before, "ongoing", why);
        let label = format!("{name}: at the limit");
        self.add(&label, fen, &at, &format!("draw:{reason}"), why);
    }

    /// A capture of the last piece on the ply that would reach the limit.
    pub fn win(&mut self, name: &str, fen: &str, plan: &str) {
        let name = format!("{name}: winning capture on the limit ply");
        let why = "the result of a move is looked at before the draw that it would complete";
        // Limits are even: Black begins, so that the limit ply is White's.
        let fen = format!("B{}", &fen[1..]);
        self.add(&name, &fen, plan, "win_white:no_pieces", why);
    }
}

/// Every case.
pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    for variant in [Variant::Russian, Variant::Brazilian] {
        cases.extend(fmjd64(variant));
        cases.extend(fmjd64_letter(variant));
    }
    cases.extend(cbd());
    cases.extend(fmjd100());
    cases.extend(king_moves_only("wcdf", Variant::English, 79, "forty_moves"));
    cases.extend(english_block());
    cases.extend(king_moves_only("pool", Variant::Pool, 29, "king_moves"));
    cases.extend(repetition());
    cases
}

/// Three kings against a lone king off the main road.
pub const THREE_KINGS: &str = "W:WK29,K30,K31:BK3";

const EIGHT: &str = "W:WK29,K30,K31,K32,20:BK1,K2,K5";

/// Moves by kings only, in material that no class of any 8x8 profile claims.
pub fn king_moves(book: &mut Book, short: u32, reason: &str) {
    let moves = short.div_ceil(2);
    let why = format!("{moves} moves of each player by kings only, nothing captured");
    book.edge("king_moves", EIGHT, ("", short, 'K'), reason, &why);
    let fen = "W:WK29,K30,K31,K32,20,24,28:BK1";
    book.win("king_moves", fen, &format!("{short}K W"));
    let why = "a man move resets the count";
    book.edge(
        "king_moves after a man move",
        EIGHT,
        ("20K m", short, 'K'),
        reason,
        why,
    );
    let why = "a capture resets the count";
    let nine = "W:WK29,K30,K31,K32,20,28:BK1,K2,K5";
    book.edge(
        "king_moves after a capture",
        nine,
        ("20K x", short, 'K'),
        reason,
        why,
    );
    let why = "a promotion is a man move and resets the count";
    let fen = "W:WK29,K30,K31,K32,8:BK1,K13,K21";
    book.edge(
        "king_moves after a promotion",
        fen,
        ("20K p", short, 'K'),
        reason,
        why,
    );
}

fn cbd() -> Vec<Case> {
    let mut book = Book::new("cbd", Variant::Brazilian);
    king_moves(&mut book, 39, "king_moves");
    let why = "a five-move ending";
    let endings = [
        ("2 kings v 2", "W:WK30,K31:BK2,K3"),
        ("2 kings v 1", "W:WK30,K31:BK3"),
        ("2 kings v king and man", "W:WK30,K31:BK3,5"),
        ("1 king v 1", "W:WK30:BK3"),
        ("king v king and man", "W:WK30:BK3,5"),
    ];
    for (name, fen) in endings {
        book.edge(name, fen, ("", 9, 'K'), "king_ending", why);
    }
    book.win("2 kings v 1", "W:WK30,K31:BK3", "9K W");
    let why = "moves of the man do not stop the count";
    let fen = "W:WK30,28:BK3";
    book.edge("man moves", fen, ("2K m 3K m", 2, 'K'), "king_ending", why);
    let why = "the capture makes another ending, which has its own five moves";
    let fen = "W:WK30,K31:BK2,K3";
    book.edge("capture", fen, ("6K x", 9, 'K'), "king_ending", why);
    let why = "the promotion makes another ending, which has its own five moves";
    let fen = "W:WK30,8:BK13";
    book.edge("promotion", fen, ("6K p", 9, 'K'), "king_ending", why);
    let why = "three kings against one are no five-move ending; 20 king moves draw";
    book.edge("3 kings v 1", THREE_KINGS, ("", 39, 'K'), "king_moves", why);
    let why = "king and man on both sides are no five-move ending";
    book.add(
        "king and man on both sides",
        "W:WK30,28:BK3,5",
        "12K",
        "ongoing",
        why,
    );
    book.cases
}

fn fmjd100() -> Vec<Case> {
    let mut book = Book::new("fmjd100", Variant::International);
    let two = "W:WK48,K49:BK2,K3";
    let why = "25 moves of each player by kings only";
    book.edge("king_moves", two, ("", 49, 'K'), "king_moves", why);
    book.win("king_moves", "W:WK46,K47,K48,K49:BK3", "49K W");
    let why = "a man move resets the count";
    let fen = "W:WK48,K49,45:BK2,K3";
    book.edge(
        "king_moves after a man move",
        fen,
        ("30K m", 49, 'K'),
        "king_moves",
        why,
    );
    let why = "a capture resets the count";
    let fen = "W:WK48,K49,K50:BK2,K3,K4";
    book.edge(
        "king_moves after a capture",
        fen,
        ("30K x", 49, 'K'),
        "king_moves",
        why,
    );
    let why = "a promotion resets the count";
    let fen = "W:WK48,K49,6:BK2,K25";
    book.edge(
        "king_moves after a promotion",
        fen,
        ("30K p", 49, 'K'),
        "king_moves",
        why,
    );
    let why = "three kings against a lone king: 16 moves of each player";
    let three = "W:WK47,K48,K49:BK3";
    book.edge("three_pieces", three, ("", 31, 'K'), "three_pieces", why);
    book.win("three_pieces", three, "31K W");
    let why = "the main road makes no difference on this board";
    let fen = "W:WK1,K2,K26:BK46";
    book.edge(
        "three_pieces on the main road",
        fen,
        ("", 31, 'k'),
        "three_pieces",
        why,
    );
    let why = "king and two men against a king; man moves do not stop the count";
    let fen = "W:WK48,45,50:BK3";
    let plan = ("4K m 7K m 7K m", 10, 'K');
    book.edge(
        "three_pieces with man moves",
        fen,
        plan,
        "three_pieces",
        why,
    );
    let why = "the promotion keeps the class, so the count runs on";
    let fen = "W:WK48,K49,6:BK25";
    book.edge(
        "three_pieces promotion",
        fen,
        ("10K p", 20, 'K'),
        "three_pieces",
        why,
    );
    let why = "the capture makes the class: the count starts at 0 after it";
    let fen = "W:WK46,K47,K48,K49:BK3";
    book.edge(
        "three_pieces made by a capture",
        fen,
        ("11K x", 31, 'K'),
        "three_pieces",
        why,
    );
    let why = "two kings against one: 5 moves of each player";
    let fen = "W:WK48,K49:BK3";
    book.edge("lone_king", fen, ("", 9, 'K'), "lone_king", why);
    book.win("lone_king", fen, "9K W");
    let why = "one king against one";
    book.edge(
        "lone_king 1 v 1",
        "W:WK48:BK3",
        ("", 9, 'K'),
        "lone_king",
        why,
    );
    let why = "man moves do not stop the count";
    let fen = "W:WK48,45:BK3";
    book.edge(
        "lone_king with man moves",
        fen,
        ("2K m 3K m", 2, 'K'),
        "lone_king",
        why,
    );
    let why = "the promotion keeps the class";
    let fen = "W:WK48,6:BK25";
    book.edge(
        "lone_king promotion",
        fen,
        ("4K p", 4, 'K'),
        "lone_king",
        why,
    );
    let why = "the capture keeps the class";
    let fen = "W:WK48,K49:BK3";
    book.edge("lone_king capture", fen, ("5K x", 3, 'K'), "lone_king", why);
    let why = "the capture makes the class out of three against one: the count starts at 0";
    book.edge(
        "lone_king made by a capture",
        three,
        ("21K x", 9, 'K'),
        "lone_king",
        why,
    );
    book.cases
}

/// Profiles that count nothing but king moves, whatever is on the board.
fn king_moves_only(
    rules: &'static str,
    variant: Variant,
    short: u32,
    reason: &'static str,
) -> Vec<Case> {
    let mut book = Book::new(rules, variant);
    let two = "B:WK30,K31:BK2,K3";
    let moves = short.div_ceil(2);
    let why = format!("{moves} moves of each player without capture and man move");
    book.edge("kings only", two, ("", short, 'K'), reason, &why);
    let why = "no class of material has a limit of its own";
    book.edge(
        "two against one",
        "B:WK30,K31:BK3",
        ("", short, 'K'),
        reason,
        why,
    );
    // Black moves first, so White makes the last, even ply.
    book.win("king moves", "B:WK29,K30,K31:BK3", &format!("{short}K W"));
    let why = "a man move resets the count";
    let fen = "B:WK30,K31,28:BK2,K3";
    book.edge("after a man move", fen, ("21K m", short, 'K'), reason, why);
    let why = "a capture resets the count";
    book.edge("after a capture", fen, ("20K x", short, 'K'), reason, why);
    let why = "a promotion resets the count";
    let fen = "B:WK30,K31,5:BK3,K20";
    book.edge("after a promotion", fen, ("21K p", short, 'K'), reason, why);
    book.cases
}

/// A block on the ply that reaches a limit: men on d4, c3, b4 and a3 wait for the king to step from b2 to a1.
fn english_block() -> Vec<Case> {
    let mut book = Book::new("wcdf", Variant::English);
    let why = "the block on the limit ply wins: the result of a move is looked at first";
    let name = "king moves: winning block on the limit ply";
    let fen = "B:WK4,17,18,21,22:BK30";
    book.add(name, fen, "79K B", "win_white:no_moves", why);
    book.cases
}

fn repetition() -> Vec<Case> {
    let mut cases = Vec::new();
    let profiles = [
        ("repetition", Variant::Russian),
        ("repetition", Variant::English),
        ("fmjd64", Variant::Russian),
        ("fmjd64-letter", Variant::Brazilian),
        ("cbd", Variant::Brazilian),
        ("wcdf", Variant::English),
        ("pool", Variant::Pool),
    ];
    for (rules, variant) in profiles {
        let mut book = Book::new(rules, variant);
        let (to, back) = ("=30-26 =3-7", "=26-30 =7-3");
        let fen = "W:WK30,K31:BK2,K3";
        let why = "the position that was set up is its own first occurrence";
        let twice = format!("{to} {back} {to} =26-30");
        book.add("repetition: second occurrence", fen, &twice, "ongoing", why);
        let thrice = format!("{twice} =7-3");
        book.add(
            "repetition: third occurrence",
            fen,
            &thrice,
            "draw:repetition",
            why,
        );
        let why = "the position after a man move is its first occurrence";
        let fen = "W:WK30,K31,28:BK2,K3";
        let round = "=3-7 =30-26 =7-3 =26-30";
        let plan = format!("=28-24 {round} {round}");
        book.add(
            "repetition: after a man move",
            fen,
            &plan,
            "draw:repetition",
            why,
        );
        cases.extend(book.cases);
    }
    let mut book = Book::new("repetition", Variant::Russian);
    let why = "nothing but repetition is counted";
    book.add(
        "no limit for a lone king",
        "W:WK30,K31:BK3",
        "60K",
        "ongoing",
        why,
    );
    book.add("no limit for king moves", EIGHT, "130K", "ongoing", why);
    let why = "White goes round in three moves, Black there and back in two: the placement of the set-up \
               occurs three times, but with White to move only twice";
    book.add(
        "the side to move belongs to the position",
        "W:WK30:BK4",
        "=30-23 =4-8 =23-26 =8-4 =26-30 =4-8 =30-23 =8-4 =23-26 =4-8 =26-30 =8-4",
        "ongoing",
        why,
    );
    cases.extend(book.cases);
    let mut book = Book::new("repetition", Variant::International);
    let (to, back) = ("=48-43 =3-9", "=43-48 =9-3");
    let why = "the position that was set up is its own first occurrence";
    let plan = format!("{to} {back} {to} {back}");
    book.add(
        "repetition: third occurrence",
        "W:WK48,K49:BK2,K3",
        &plan,
        "draw:repetition",
        why,
    );
    cases.extend(book.cases);
    cases
}
