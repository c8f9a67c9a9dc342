//! The opening tables that are built in.

use damka_engine::Variant;

/// A built-in table.
#[derive(Debug)]
pub struct Table {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// Grows when positions are added or taken away.
    pub version: &'static str,
    /// Where it is used.
    pub variants: &'static [Variant],
    /// Its text: FEN, name and perhaps `lost`, with tabs between.
    pub text: &'static str,
}

/// All tables; the first that fits a variant is its default.
pub const TABLES: [Table; 5] = [
    Table {
        name: "brazilian-table",
        version: "1",
        variants: &[Variant::Brazilian],
        text: include_str!("../../openings/brazilian-table.tsv"),
    },
    Table {
        name: "russian-table",
        version: "1",
        variants: &[Variant::Russian],
        text: include_str!("../../openings/russian-table.tsv"),
    },
    Table {
        name: "idf-basic-150",
        version: "1",
        variants: &[Variant::Russian, Variant::Brazilian],
        text: include_str!("../../openings/idf-basic-150.tsv"),
    },
    Table {
        name: "international-2ply",
        version: "1",
        variants: &[Variant::International],
        text: include_str!("../../openings/international-2ply.tsv"),
    },
    Table {
        name: "english-3move",
        version: "1",
        variants: &[Variant::English],
        text: include_str!("../../openings/english-3move.tsv"),
    },
];

/// The table with a name.
pub fn named(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

/// The table that a variant is usually played with.
pub fn default_for(variant: Variant) -> Option<&'static Table> {
    TABLES
        .iter()
        .find(|table| table.variants.contains(&variant))
}
