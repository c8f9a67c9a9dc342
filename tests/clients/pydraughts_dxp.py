#!/usr/bin/env python3
"""A whole game through the DXP client of pydraughts, in each variant that it shares with Damka.

Damka listens; pydraughts connects, proposes the game with a position of its own form (also 32 squares for 8x8), and
judges Damka's moves; for the other side it plays at random. Its 8x8 square numbers are served by `--square-order`.

    tests/clients/pydraughts_dxp.py [--engine PATH] [--variant NAME ...] [--ms N] [--seed N]
"""

import argparse
import os
import random
import subprocess
import sys
import threading
import time

import venv_run

PACKAGES = ["pydraughts==0.6.7"]
VARIANTS = ["standard", "russian", "brazilian", "english"]
MOST_PLIES = 400


def play(path, variant, milliseconds, rng, damka_begins):
    import draughts
    from draughts.engine import DXPEngine

    venv_run.hush()

    order = "standard" if variant == "standard" else "pydraughts"
    command = [path, "dxp", "--listen", "127.0.0.1:0", "--variant", variant, "--square-order", order,
               "--move-time", str(milliseconds), "--hash", "4"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    log = [server.stdout.readline().strip()]
    port = log[0].rsplit(":", 1)[1]
    reader = threading.Thread(target=lambda: log.extend(line.strip() for line in server.stdout), daemon=True)
    reader.start()

    client = DXPEngine(options={"engine-opened": True, "ip": "127.0.0.1", "port": port})
    board = draughts.Board(variant=variant)
    if damka_begins:
        # The class always gives the engine the second move of its board: from a position after one random move
        # on, that is the other side.
        board.push(rng.choice(board.legal_moves()))
        board = draughts.Board(variant=variant, fen=board.fen)
    plies = 0
    while not board.is_over() and plies < MOST_PLIES:
        board.push(rng.choice(board.legal_moves()))
        plies += 1
        if board.is_over():
            break
        answer = timed(lambda: client.play(board), log)
        move = answer.move
        if move is None:
            if any(line.startswith("game over: draw") for line in settled(log)):
                break  # Damka counts some draws that pydraughts does not
            sys.exit(f"{variant}: the connection was lost\n" + "\n".join(log))
        board.push(move)
        plies += 1
    if not any(line.startswith("game against") for line in log):
        sys.exit(f"{variant}: no game was begun\n" + "\n".join(log))
    ignored = [line for line in log if line.startswith("ignored")]
    if ignored:
        sys.exit(f"{variant}: Damka did not understand\n" + "\n".join(ignored))
    client.sender.gameend()
    settled(log)
    if not any(line.startswith("game over") for line in log):
        sys.exit(f"{variant}: the end was not understood\n" + "\n".join(log))
    server.terminate()
    server.wait(timeout=5)
    print(f"{variant}: {plies} plies, winner {board.winner()}; {log[-1]}", flush=True)


def settled(log):
    time.sleep(0.5)
    return log


def timed(call, log):
    """The class waits for ever; a minute is enough."""
    result = []
    thread = threading.Thread(target=lambda: result.append(call()), daemon=True)
    thread.start()
    thread.join(60)
    if not result:
        print("no move within a minute\n" + "\n".join(log), file=sys.stderr, flush=True)
        os._exit(1)
    return result[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", help="the damka binary")
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only these")
    parser.add_argument("--ms", type=int, default=20, help="time for a move")
    parser.add_argument("--seed", type=int, default=1, help="of the random moves")
    arguments = parser.parse_args()
    venv_run.inside(PACKAGES)
    path = venv_run.engine_path(arguments.engine)
    rng = random.Random(arguments.seed)
    begin = time.monotonic()
    for variant in arguments.variant or VARIANTS:
        for damka_begins in (False, True):
            play(path, variant, arguments.ms, rng, damka_begins)
    print(f"ok, {time.monotonic() - begin:.0f} s", flush=True)
    os._exit(0)  # the class leaves threads behind that wait for seven seconds


if __name__ == "__main__":
    main()
