#!/usr/bin/env python3
"""A whole game through the Hub engine class of pydraughts, in each variant that it shares with Damka.

pydraughts judges: every move must be legal for it, and the game must come to an end by its rules. It may go on with an
English game for ever, so a game is also over, as an arbiter would say, when both sides have made 40 moves with
neither a capture nor a move of a man. Some moves are played by the clock, some with a fixed time, some after pondering,
so that every form of `level` that the class sends is met. pydraughts 0.6 numbers 8x8 moves in its own way, which the
parameter `square-order` serves.

    tests/clients/pydraughts_hub.py [--engine PATH] [--variant NAME ...] [--ms N]
"""

import argparse
import sys
import threading
import time

import venv_run

PACKAGES = ["pydraughts==0.6.7"]
VARIANTS = ["standard", "russian", "brazilian", "english"]
MOST_PLIES = 1000
QUIET_PLIES = 80


def men_and_pieces(board):
    """The men, and the number of all pieces: what changes whenever a game makes progress."""
    _side_to_move, *pieces = board.fen.replace(":", ",").split(",")
    return [piece for piece in pieces if "K" not in piece], len(pieces)


def play(path, variant, seconds):
    import draughts
    from draughts.engine import HubEngine, Limit

    venv_run.hush()

    engine = HubEngine([path, "hub"])
    order = "standard" if variant == "standard" else "pydraughts"
    engine.configure({"variant": variant, "square-order": order, "threads": 1, "tt-size": 18,
                      "book": False, "initial-time": "60.0"})
    engine.init()
    engine.ping()
    board = draughts.Board(variant=variant)
    limits = [
        lambda: Limit(movetime=seconds),
        lambda: Limit(time=40 * seconds, inc=seconds),
        lambda: Limit(time=seconds, inc=2 * seconds),  # sends a negative time
        lambda: Limit(time=40 * seconds),
        lambda: Limit(depth=4),
        lambda: Limit(nodes=2000),
    ]
    plies = pondered = quiet = 0
    while not board.is_over() and quiet < QUIET_PLIES and plies < MOST_PLIES:
        limit = limits[plies % len(limits)]()
        ponder = limit.movetime is not None and plies % 4 == 0
        if ponder:
            # Half of the times the expected move comes, half of the times it does not.
            end = engine.ponderhit if plies % 8 else engine.stop
            threading.Timer(seconds, end).start()
            pondered += 1
        result = engine.play(board, limit, ponder)
        legal = [move.hub_position_move for move in board.legal_moves()]
        if result.move.hub_position_move not in legal:
            sys.exit(f"{variant}: illegal move {result.move.hub_move} in {board.fen}")
        if "score" not in result.info or "pv" not in result.info:
            sys.exit(f"{variant}: no report before {result.move.hub_move}")
        before = men_and_pieces(board)
        board.push(result.move)
        quiet = quiet + 1 if men_and_pieces(board) == before else 0
        plies += 1
    if not board.is_over() and quiet < QUIET_PLIES:
        sys.exit(f"{variant}: no end after {plies} plies")
    engine.quit()
    if engine.p.wait(timeout=5) != 0:
        sys.exit(f"{variant}: exit status {engine.p.returncode}")
    print(f"{variant}: {plies} plies, {pondered} pondered, winner {board.winner()}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", help="the damka binary")
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only these")
    parser.add_argument("--ms", type=int, default=30, help="time for a move")
    arguments = parser.parse_args()
    venv_run.inside(PACKAGES)
    path = venv_run.engine_path(arguments.engine)
    begin = time.monotonic()
    for variant in arguments.variant or VARIANTS:
        play(path, variant, arguments.ms / 1000)
    print(f"ok, {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
