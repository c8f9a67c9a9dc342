//! The best lines of a position.

use super::value::value;
use damka_engine::movetext::{self, MoveFormat};
use damka_engine::{Move, Position, Rules};
use damka_search::{Info, Observer};
use std::io::{self, Write};

/// The last that was reported of each line, the best one first.
pub struct BestLines<R: Rules> {
    lines: Vec<Info<R>>,
    most: usize,
}

impl<R: Rules> BestLines<R> {
    /// Keeps so many lines.
    pub fn new(most: usize) -> BestLines<R> {
        let lines = Vec::new();
        BestLines { lines, most }
    }

    /// One row for each line.
    pub fn write(&self, position: Position<R>, out: &mut dyn Write) -> io::Result<()> {
        for (place, info) in (1..).zip(&self.lines) {
            let value = value(info.score, position.turn());
            let moves = moves_text(position, &info.line);
            writeln!(out, "{place}. {value} depth {}: {moves}", info.depth)?;
        }
        Ok(())
    }
}

impl<R: Rules> Observer<R> for BestLines<R> {
    /// An iteration that is broken off reports only the first of its lines; the others then are those of the one
    /// before, as far as they begin with other moves.
    fn info(&mut self, info: &Info<R>) {
        let place = (info.multi_pv as usize - 1).min(self.lines.len());
        let mut behind = self.lines.split_off(place);
        behind.retain(|other| other.line.first() != info.line.first());
        self.lines.push(info.clone());
        self.lines.append(&mut behind);
        self.lines.truncate(self.most);
    }
}

fn moves_text<R: Rules>(mut position: Position<R>, line: &[Move<R::Board>]) -> String {
    let format = MoveFormat::for_people::<R>();
    let texts: Vec<String> = line
        .iter()
        .map(|&mv| {
            let text = movetext::write(&position, mv, format);
            position = position.after(mv);
            text
        })
        .collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::rules::Russian;
    use damka_search::{Bound, Score};
    use std::time::Duration;

    /// Lines of the start position, told by place, first move and depth.
    fn tell(best: &mut BestLines<Russian>, reports: &[(u32, usize, u32)]) -> Vec<(usize, u32)> {
        let legal = Position::<Russian>::start().legal_moves();
        for &(multi_pv, first, depth) in reports {
            best.info(&Info {
                depth,
                selective_depth: depth,
                mean_depth: 1.0,
                multi_pv,
                score: Score::DRAW,
                bound: Bound::Exact,
                nodes: 1,
                time: Duration::ZERO,
                hash_full: 0,
                table_hits: 0,
                line: vec![legal[first]],
            });
        }
        let index = |info: &Info<Russian>| legal.iter().position(|mv| *mv == info.line[0]);
        let lines = best.lines.iter();
        lines
            .map(|info| (index(info).unwrap(), info.depth))
            .collect()
    }

    #[test]
    fn an_iteration_that_is_broken_off_takes_no_line_away() {
        let whole = [(1, 0, 4), (2, 1, 4), (3, 2, 4)];
        let mut best = BestLines::new(3);
        assert_eq!(tell(&mut best, &whole), [(0, 4), (1, 4), (2, 4)]);
        // The same move, another one of the list, one from outside.
        for (first, expected) in [
            (0, [(0, 5), (1, 4), (2, 4)]),
            (2, [(2, 5), (0, 4), (1, 4)]),
            (6, [(6, 5), (0, 4), (1, 4)]),
        ] {
            let mut best = BestLines::new(3);
            tell(&mut best, &whole);
            assert_eq!(tell(&mut best, &[(1, first, 5)]), expected);
            let next = [(1, 1, 5), (2, 0, 5), (3, 3, 5)];
            assert_eq!(tell(&mut best, &next), [(1, 5), (0, 5), (3, 5)]);
        }
    }
}
