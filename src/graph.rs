//! Charts for people: the evaluation of a game, move by move, as SVG.

use anyhow::anyhow;
use plotters::prelude::*;

/// Values beyond this many men are drawn at the rim.
const MOST: f64 = 5.0;

/// The values of a game's positions, in men for White, as an SVG chart.
///
/// `marks` are the plies at which something went wrong, to be marked in red.
///
/// # Errors
/// What the drawing library complains of.
pub fn evaluation(title: &str, values: &[f64], marks: &[usize]) -> anyhow::Result<String> {
    draw(title, values, marks).map_err(|error| anyhow!("cannot draw the chart: {error}"))
}

fn draw(
    title: &str,
    values: &[f64],
    marks: &[usize],
) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (960, 420)).into_drawing_area();
        root.fill(&WHITE)?;
        let last = values.len().saturating_sub(1).max(1) as f64;
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(44)
            .build_cartesian_2d(0.0..last, -MOST..MOST)?;
        chart
            .configure_mesh()
            .x_desc("ply")
            .y_desc("men, White's view")
            .x_label_formatter(&|ply| format!("{ply:.0}"))
            .light_line_style(WHITE)
            .draw()?;
        let at = |ply: usize| (ply as f64, values[ply].clamp(-MOST, MOST));
        let shade = RGBColor(70, 110, 180);
        chart.draw_series(
            AreaSeries::new((0..values.len()).map(at), 0.0, shade.mix(0.25)).border_style(shade),
        )?;
        let wrong = marks.iter().filter(|&&ply| ply < values.len());
        chart.draw_series(wrong.map(|&ply| Circle::new(at(ply), 4, RED.filled())))?;
        root.present()?;
    }
    Ok(svg)
}
