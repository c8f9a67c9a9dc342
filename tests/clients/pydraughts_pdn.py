#!/usr/bin/env python3
"""The PDN files of `damka match`, read by pydraughts: every game and every move must come through.

Plays a few games at few nodes in each variant, and compares what pydraughts' PDNReader finds with the lines of JSON
that the match writes beside the PDN.

    tests/clients/pydraughts_pdn.py [--engine PATH]
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import venv_run

PACKAGES = ["pydraughts==0.6.7"]
GAMES = 6
# Our names and those of pydraughts.
VARIANTS = {
    "brazilian": "brazilian",
    "russian": "russian",
    "international": "standard",
    "english": "english",
    "pool": "american pool",
}
BLACK_BEGINS = ["english", "pool"]


def number(square):
    """The number of a square, 1 at b8, from a number or a name such as c3."""
    if square[0].isdigit():
        return int(square)
    column, row = ord(square[0]) - ord("a"), int(square[1])
    return 4 * (8 - row) + column // 2 + 1


def ends(move):
    """First and last square of a move as PDN writes it."""
    squares = re.split("[-x:]", move)
    return number(squares[0]), number(squares[-1])


def check(engine, folder, ours, theirs):
    from draughts.PDN import PDNReader

    pdn, lines = folder / f"{ours}.pdn", folder / f"{ours}.jsonl"
    command = [engine, "match", "--variant", ours, "--nodes", "150", "--jitter", "30", "--tc", "60+1", "--shuffle"]
    command += ["--games", str(GAMES), "--pdn", pdn, "--json", lines]
    for name in ("one", "two"):
        command += ["--engine", f"name={name} cmd='{engine}' option.Hash=4"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    entries = [json.loads(line) for line in lines.read_text().splitlines()]
    played = [entry for entry in entries if entry["type"] == "game"]
    read = PDNReader(filename=str(pdn)).games
    assert len(read) == len(played) == GAMES, f"{ours}: {len(read)} games of {len(played)}"
    moves = 0
    for game, entry in zip(read, played):
        assert game.variant == theirs, f"{ours}: read as {game.variant}"
        # The reader takes White for the side that begins in every variant. With a FEN it repeats the first move of
        # Black, loses the answer when both stand behind one number, and leaves a number among the moves when White
        # begins with the second half of one.
        black = entry["fen"].startswith("B")
        found = [move for move in game.moves[black:] if not move.isdigit()]
        # Hub form: from, to, captured squares.
        expected = [tuple(map(int, re.split("[-x]", move["mv"])[:2])) for move in entry["moves"]]
        if black and ours in BLACK_BEGINS:
            del expected[1]
        assert [ends(move) for move in found] == expected, f"{ours}, game {entry['index'] + 1}: {found}"
        assert game.game_ending == game.tags["Result"], f"{ours}: {game.game_ending}"
        moves += len(found)
    print(f"{ours}: {len(read)} games, {moves} moves")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine")
    arguments = parser.parse_args()
    venv_run.inside(PACKAGES)
    engine = venv_run.engine_path(arguments.engine)
    with tempfile.TemporaryDirectory() as folder:
        for ours, theirs in VARIANTS.items():
            try:
                check(engine, pathlib.Path(folder), ours, theirs)
            except AssertionError as error:
                sys.exit(f"pydraughts_pdn.py: {error}")


if __name__ == "__main__":
    main()
