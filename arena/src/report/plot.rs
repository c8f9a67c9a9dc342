//! Charts as SVG: score and log-likelihood ratio over the games of a match of two, ratings with bars otherwise.

use crate::plan::Plan;
use crate::standings::Standings;
use crate::stats::Ratings;
use plotters::coord::Shift;
use plotters::prelude::*;

const SIZE: (u32, u32) = (960, 600);
const BLUE: RGBColor = RGBColor(31, 119, 180);
const GREY: RGBColor = RGBColor(128, 128, 128);
/// Points of a curve; more would not be seen.
const POINTS: usize = 500;

/// The chart of a match: its moments in the order in which the games ended, and how it stands at the end.
///
/// # Errors
/// What the drawing library complains of.
pub fn draw(plan: &Plan, moments: &[Moment], standings: &Standings) -> Result<String, String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let drawn = area.fill(&WHITE).map_err(|error| error.to_string());
        drawn.and_then(|()| {
            if plan.engines.len() == 2 {
                duel(&area, plan, &thinned(moments))
            } else {
                ratings(&area, plan, standings)
            }
        })?;
        area.present().map_err(|error| error.to_string())?;
    }
    Ok(svg)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A match of two after so many games: a point of the curves. Taken from the standings while the match runs, so that
/// the chart says what the report says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moment {
    /// Games counted.
    pub games: f64,
    /// Share of the points in percent.
    pub score: f64,
    /// Lower end of its 95 % interval in percent.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Log-likelihood ratio; 0 without a test.
    pub llr: f64,
}

impl Moment {
    /// The moment at which the match stands so; `None` before the first game of the first two engines.
    pub fn of(plan: &Plan, standings: &Standings) -> Option<Moment> {
        let score = standings.estimate()?.score;
        let percent = |x: f64| (100.0 * x).clamp(0.0, 100.0);
        // Of an unknown error the picture shows nothing; the scale must not suffer from it.
        let (low, high) = if score.is_known() {
            (score.low, score.high)
        } else {
            (score.value, score.value)
        };
        let sample = standings.first().1.sample();
        Some(Moment {
            games: standings.games() as f64,
            score: percent(score.value),
            low: percent(low),
            high: percent(high),
            llr: plan.sprt.map_or(0.0, |sprt| sprt.llr(&sample)),
        })
    }
}

/// As many moments as can be seen, the last one among them.
fn thinned(moments: &[Moment]) -> Vec<Moment> {
    let step = (moments.len() / POINTS).max(1);
    let mut thinned: Vec<Moment> = moments.iter().rev().step_by(step).copied().collect();
    thinned.reverse();
    thinned
}

fn duel(area: &Area<'_>, plan: &Plan, moments: &[Moment]) -> Result<(), String> {
    let last = moments.last().map_or(1.0, |moment| moment.games);
    let Some(sprt) = plan.sprt else {
        return score(area, plan, moments, last);
    };
    let (upper_half, lower_half) = area.split_vertically(SIZE.1 / 2);
    score(&upper_half, plan, moments, last)?;
    let (lower, upper) = sprt.limits();
    let least = moments
        .iter()
        .fold(lower, |least, moment| least.min(moment.llr));
    let most = moments
        .iter()
        .fold(upper, |most, moment| most.max(moment.llr));
    let caption = format!(
        "Log-likelihood ratio, Elo {} against {}",
        sprt.elo1, sprt.elo0
    );
    let text = |error: DrawingAreaErrorKind<_>| error.to_string();
    let mut chart = ChartBuilder::on(&lower_half)
        .caption(caption, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..last, least - 0.5..most + 0.5)
        .map_err(text)?;
    chart
        .configure_mesh()
        .x_desc("games")
        .y_desc("LLR")
        .max_light_lines(1)
        .draw()
        .map_err(text)?;
    for limit in [lower, upper] {
        let line = LineSeries::new([(0.0, limit), (last, limit)], GREY);
        chart.draw_series(line).map_err(text)?;
    }
    let curve = moments.iter().map(|moment| (moment.games, moment.llr));
    chart
        .draw_series(LineSeries::new(curve, BLUE.stroke_width(2)))
        .map_err(text)?;
    Ok(())
}

fn score(area: &Area<'_>, plan: &Plan, moments: &[Moment], last: f64) -> Result<(), String> {
    let (first, second) = (&plan.engines[0].name, &plan.engines[1].name);
    let caption = format!("Score of {first} against {second}, with 95 % interval");
    let text = |error: DrawingAreaErrorKind<_>| error.to_string();
    // The first games swing widely; the picture is of what came after.
    let settled = moments.iter().skip(moments.len() / 10);
    let (mut low, mut high) = (45.0f64, 55.0f64);
    for moment in settled {
        low = low.min(moment.low);
        high = high.max(moment.high);
    }
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..last, low..high)
        .map_err(text)?;
    chart
        .configure_mesh()
        .x_desc("games")
        .y_desc("%")
        .max_light_lines(1)
        .draw()
        .map_err(text)?;
    let inside = |value: f64| value.clamp(low, high);
    let above = moments
        .iter()
        .map(|moment| (moment.games, inside(moment.high)));
    let below = moments
        .iter()
        .rev()
        .map(|moment| (moment.games, inside(moment.low)));
    let band: Vec<(f64, f64)> = above.chain(below).collect();
    chart
        .draw_series([Polygon::new(band, BLUE.mix(0.2))])
        .map_err(text)?;
    chart
        .draw_series(LineSeries::new([(0.0, 50.0), (last, 50.0)], GREY))
        .map_err(text)?;
    let curve = moments
        .iter()
        .map(|moment| (moment.games, inside(moment.score)));
    chart
        .draw_series(LineSeries::new(curve, BLUE.stroke_width(2)))
        .map_err(text)?;
    Ok(())
}

fn ratings(area: &Area<'_>, plan: &Plan, standings: &Standings) -> Result<(), String> {
    let Some(ratings) = Ratings::of(&standings.table) else {
        return Ok(());
    };
    let list = &ratings.list;
    let low = list.iter().fold(0.0f64, |low, rating| {
        low.min(rating.elo.low).min(rating.elo.value)
    });
    let high = list.iter().fold(0.0f64, |high, rating| {
        high.max(rating.elo.high).max(rating.elo.value)
    });
    let text = |error: DrawingAreaErrorKind<_>| error.to_string();
    let label = |place: &f64| -> String {
        let index = (-place).round();
        let exact = (index + place).abs() < 0.01 && index >= 0.0;
        let rating = list.get(index as usize).filter(|_| exact);
        rating.map_or(String::new(), |rating| {
            plan.engines[rating.player].name.clone()
        })
    };
    let mut chart = ChartBuilder::on(area)
        .caption("Elo with 95 % intervals", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(140)
        .build_cartesian_2d(low - 20.0..high + 20.0, 0.5 - list.len() as f64..0.5)
        .map_err(text)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .max_light_lines(1)
        .x_desc("Elo")
        .y_labels(2 * list.len() + 1)
        .y_label_formatter(&label)
        .draw()
        .map_err(text)?;
    for (place, rating) in list.iter().enumerate() {
        let y = -(place as f64);
        if rating.elo.is_known() {
            let ends = [(rating.elo.low, y), (rating.elo.high, y)];
            let bar = LineSeries::new(ends, BLUE.stroke_width(3));
            chart.draw_series(bar).map_err(text)?;
        }
        chart
            .draw_series([Circle::new((rating.elo.value, y), 5, BLUE.filled())])
            .map_err(text)?;
    }
    Ok(())
}
