//! The cases of the FMJD-64 profiles.

use super::Case;
use super::plans::{Book, THREE_KINGS, king_moves};
use damka_engine::Variant;

pub fn fmjd64(variant: Variant) -> Vec<Case> {
    let mut book = Book::new("fmjd64", variant);
    three_kings(&mut book);
    main_road(&mut book);
    lone_king(&mut book);
    material_4_5(&mut book);
    material_6_7(&mut book);
    // Eight pieces: no class, so king moves count.
    king_moves(&mut book, 29, "king_moves");
    book.cases
}

const FOUR_KINGS: &str = "W:WK29,K30,K31,K32:BK3";

fn three_kings(book: &mut Book) {
    let why = "three kings against a lone king off the main road: 15 moves of each player";
    book.edge(
        "three_kings",
        THREE_KINGS,
        ("", 29, 'o'),
        "three_kings",
        why,
    );
    book.win("three_kings", THREE_KINGS, "29o W");
    let why = "set-up positions start at 0 whoever is to move, and the strong side may be Black";
    let fen = "B:BK3,K2,K1:WK30";
    book.edge(
        "three_kings for Black",
        fen,
        ("", 29, 'o'),
        "three_kings",
        why,
    );
    let why = "four kings and nothing else are 'three or more'";
    book.edge("four kings", FOUR_KINGS, ("", 29, 'K'), "three_kings", why);
    let why = "the capture by the lone king makes the balance anew, so the count restarts at 0";
    let plan = ("11o x", 29, 'o');
    book.edge(
        "three_kings made anew by a capture",
        FOUR_KINGS,
        plan,
        "three_kings",
        why,
    );
    let why = "the promotion makes three kings: the count starts at 0 after it";
    let fen = "W:WK29,K30,8:BK13";
    let plan = ("7o o p", 29, 'o');
    book.edge(
        "three_kings made by a promotion",
        fen,
        plan,
        "three_kings",
        why,
    );
    let why = "main_road is for exactly three pieces: four kings may go on";
    let name = "four kings do not know the main road";
    book.add(name, "W:WK1,K2,K21,K28:BK29", "11k", "ongoing", why);
    let why = "a man of the strong side: not 'kings and nothing else' but five pieces, 30 moves";
    let name = "three kings and a man are not three_kings";
    book.add(name, "W:WK29,K30,K31,28:BK3", "31K", "ongoing", why);
    let why = "the weak side has a man, so its king is not alone; five pieces, 30 moves";
    let name = "three kings against king and man are not three_kings";
    book.add(name, "W:WK29,K30,K31:BK3,5", "31K", "ongoing", why);
}

const ON_ROAD: &str = "W:WK1,K2,K21:BK29";

fn main_road(book: &mut Book) {
    let why = "three kings against a lone king that stays alone on a1-h8: 5 moves of each player";
    book.edge("main_road", ON_ROAD, ("", 9, 'k'), "main_road", why);
    book.win("main_road", ON_ROAD, "9k W");
    let why = "two kings and a man count as three pieces with a king";
    let fen = "W:WK1,K21,28:BK29";
    book.edge("main_road with a man", fen, ("", 9, 'k'), "main_road", why);
    let why = "king and two men too, and their moves do not stop the count";
    let fen = "W:WK1,28,32:BK29";
    book.edge(
        "main_road with two men",
        fen,
        ("2k r k r", 4, 'k'),
        "main_road",
        why,
    );
    let why =
        "the ten plies need not be in a row: plies off the road do not count and do not reset";
    let plan = ("5k 4o", 4, 'k');
    book.edge(
        "main_road left and held again",
        ON_ROAD,
        plan,
        "main_road",
        why,
    );
    let why =
        "a man on a1 shares the road, so the lone king does not hold it: four pieces, 30 moves";
    let name = "main_road shared";
    book.add(name, "B:WK2,K6,29:BK18", "14b", "ongoing", why);
    let why = "the quiet move with which the king enters the road is the first that counts";
    let plan = ("3o", 9, 'k');
    book.edge("main_road entered", THREE_KINGS, plan, "main_road", why);
    let why = "a promotion ends the count of the plies before it, and does not count itself";
    let fen = "W:WK1,K21,7:BK29";
    let plan = ("6k P", 9, 'k');
    book.edge("main_road after a promotion", fen, plan, "main_road", why);
    let why =
        "the capture that makes three against one does not count, even when it ends on the road";
    let fen = "W:WK1,K2,K21,K28:BK29";
    let plan = ("5K h", 9, 'k');
    book.edge("main_road made by a capture", fen, plan, "main_road", why);
    let why = "three men without a king are not the class; nor is anything else of fmjd64";
    let name = "main_road needs a king";
    book.add(
        name,
        "W:W28,31,32:BK29",
        "r k r k r k r k r k r k",
        "ongoing",
        why,
    );
}

fn lone_king(book: &mut Book) {
    let why = "two kings against one: 5 moves of each player";
    let fen = "W:WK30,K31:BK3";
    book.edge("lone_king", fen, ("", 9, 'K'), "lone_king", why);
    book.win("lone_king", fen, "9K W");
    let why = "one king against one";
    book.edge(
        "lone_king 1 v 1",
        "B:WK30:BK3",
        ("", 9, 'K'),
        "lone_king",
        why,
    );
    let why = "king and man against a king; moves of the man do not stop the count";
    let fen = "W:WK30,28:BK3";
    book.edge(
        "lone_king with man moves",
        fen,
        ("2K m 3K m", 2, 'K'),
        "lone_king",
        why,
    );
    let why = "the promotion keeps the class, so the count runs on";
    let fen = "W:WK30,8:BK13";
    book.edge(
        "lone_king promotion",
        fen,
        ("4K p", 4, 'K'),
        "lone_king",
        why,
    );
    let why = "the capture leaves one king against one: the same class, the count runs on";
    let fen = "W:WK30,K31:BK3";
    book.edge("lone_king capture", fen, ("5K x", 3, 'K'), "lone_king", why);
    let why = "the capture makes the class: the count starts at 0 after it";
    book.edge(
        "lone_king made by a capture",
        THREE_KINGS,
        ("7o x", 9, 'K'),
        "lone_king",
        why,
    );
    let why = "the promotion makes king against king";
    book.edge(
        "lone_king made by a promotion",
        "W:W6:BK13",
        ("p", 9, 'K'),
        "lone_king",
        why,
    );
    let why = "the weak side has a king and a man: four pieces, 30 moves";
    let name = "two kings against king and man";
    book.add(name, "W:WK30,K31:BK3,5", "12K", "ongoing", why);
}

fn material_4_5(book: &mut Book) {
    let why = "two kings each: 30 moves of each player; king_moves (15) does not run beside it";
    let fen = "W:WK30,K31:BK2,K3";
    book.edge("material_4_5", fen, ("", 59, 'K'), "material_4_5", why);
    book.win("material_4_5", "W:WK30,K31,28:BK3", "59o W");
    let why = "moves of men do not restart the count";
    let fen = "W:WK30,K31,28:BK3";
    let plan = ("20o n 15o n", 22, 'o');
    book.edge(
        "material_4_5 with man moves",
        fen,
        plan,
        "material_4_5",
        why,
    );
    let why = "five pieces";
    let fen = "W:WK30,K31,28:BK2,K3";
    book.edge(
        "material_4_5 of five pieces",
        fen,
        ("", 59, 'K'),
        "material_4_5",
        why,
    );
    let why = "a capture restarts the count though the class stays (five pieces, then four)";
    let fen = "W:WK30,K31,28:BK2,K3";
    let plan = ("21K x", 59, 'K');
    book.edge(
        "material_4_5 after a capture",
        fen,
        plan,
        "material_4_5",
        why,
    );
    let why = "a promotion restarts the count though the class stays";
    let fen = "W:WK30,5:BK3,K20";
    let plan = ("20K p", 59, 'K');
    book.edge(
        "material_4_5 after a promotion",
        fen,
        plan,
        "material_4_5",
        why,
    );
    let why = "from six pieces to five: the new class starts at 0";
    let fen = "W:WK30,K31,28:BK2,K3,K4";
    let plan = ("20K x", 59, 'K');
    book.edge(
        "material_4_5 made by a capture",
        fen,
        plan,
        "material_4_5",
        why,
    );
    let why = "while the lone king holds the main road this count stands still; it is not reset";
    let fen = "W:WK30,K31,28:BK3";
    let plan = ("41o 6k", 18, 'o');
    book.edge(
        "material_4_5 around the main road",
        fen,
        plan,
        "material_4_5",
        why,
    );
    let why = "three kings and a man against a lone king are five pieces";
    let fen = "W:WK29,K30,K31,28:BK3";
    book.edge(
        "material_4_5 of four against one",
        fen,
        ("", 59, 'K'),
        "material_4_5",
        why,
    );
}

fn material_6_7(book: &mut Book) {
    let why = "three kings each: 60 moves of each player";
    let fen = "W:WK30,K31,K32:BK1,K2,K3";
    book.edge("material_6_7", fen, ("", 119, 'K'), "material_6_7", why);
    let six = "W:WK29,K30,K31,K32,28:BK3";
    book.win("material_6_7", six, "119K W");
    let why = "moves of men do not restart the count";
    let plan = ("50K m 31K m", 36, 'K');
    book.edge(
        "material_6_7 with man moves",
        six,
        plan,
        "material_6_7",
        why,
    );
    let why = "seven pieces";
    let seven = "W:WK30,K31,K32,28:BK1,K2,K3";
    book.edge(
        "material_6_7 of seven pieces",
        seven,
        ("", 119, 'K'),
        "material_6_7",
        why,
    );
    let why = "a capture restarts the count though the class stays (seven pieces, then six)";
    let plan = ("30K x", 119, 'K');
    book.edge(
        "material_6_7 after a capture",
        seven,
        plan,
        "material_6_7",
        why,
    );
    let why = "a promotion restarts the count though the class stays";
    let fen = "W:WK30,K31,5:BK1,K2,K3";
    let plan = ("30K p", 119, 'K');
    book.edge(
        "material_6_7 after a promotion",
        fen,
        plan,
        "material_6_7",
        why,
    );
}

pub fn fmjd64_letter(variant: Variant) -> Vec<Case> {
    let mut book = Book::new("fmjd64-letter", variant);
    let two = "W:WK30,K31:BK2,K3";
    let why = "by the letter 15 king moves draw in every position, here before the 30 moves";
    book.edge(
        "king_moves in four pieces",
        two,
        ("", 29, 'K'),
        "king_moves",
        why,
    );
    let six = "W:WK30,K31,K32:BK1,K2,K3";
    book.edge(
        "king_moves in six pieces",
        six,
        ("", 29, 'K'),
        "king_moves",
        why,
    );
    let fen = "W:WK30,K31,28:BK3";
    let why = "a man move resets the king moves and leaves the 30 moves running";
    let plan = ("20o n", 29, 'o');
    book.edge("king_moves after a man move", fen, plan, "king_moves", why);
    let why = "king moves never reach 15 because men move, so the 30 moves draw";
    let plan = ("24o n 23o n", 10, 'o');
    book.edge("material_4_5", fen, plan, "material_4_5", why);
    book.win("material_4_5", fen, "25o n 23o n 9o W");
    let why = "the same for the 60 moves";
    let six = "W:WK29,K30,K31,K32,28,27:BK3";
    let plan = ("24K m 25K m 25K m 25K m", 16, 'K');
    book.edge("material_6_7", six, plan, "material_6_7", why);
    let why = "both counts are full; the special rule names the draw";
    book.edge(
        "three_kings",
        THREE_KINGS,
        ("", 29, 'o'),
        "three_kings",
        why,
    );
    book.win("three_kings", THREE_KINGS, "29o W");
    let why = "as fmjd64";
    book.edge("main_road", ON_ROAD, ("5k 4o", 4, 'k'), "main_road", why);
    book.edge(
        "lone_king",
        "W:WK30,K31:BK3",
        ("", 9, 'K'),
        "lone_king",
        why,
    );
    let why = "king moves run on while the lone king walks onto the road and off again";
    let fen = "W:WK30,K31,28:BK3";
    let plan = ("11o 6k", 12, 'o');
    book.edge(
        "king_moves around the main road",
        fen,
        plan,
        "king_moves",
        why,
    );
    king_moves(&mut book, 29, "king_moves");
    book.cases
}
