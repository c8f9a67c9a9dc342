#!/usr/bin/env python3
"""A match against the engine of the package dame-rs: international draughts over Hub, openings and colours paired.

pydraughts is the referee: it keeps the board, checks every move of either side, and says when a game is over; where
an engine has no move and pydraughts has moves left, `damka show` is asked whether the game is drawn, as pydraughts ends
games of three pieces against a king a move too late. Each opening of two random plies is played twice with colours
exchanged. Any fault of Damka (an illegal move, a missing answer, an answer that is late by more than the margin) ends
the match with an error; a fault of the other engine loses it the game. The score is only reported.

    tests/clients/dame_hub.py [--engine PATH] [--games N] [--ms N] [--margin MS] [--seed N]
"""

import argparse
import json
import queue
import random
import shlex
import subprocess
import sys
import threading
import time

import venv_run

PACKAGES = ["dame-rs==0.2.0", "pydraughts==0.6.7"]
MOST_PLIES = 400


class Hub:
    """An engine that speaks Hub, with a time limit on every answer."""

    def __init__(self, name, command, parameters):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.send("hub")
        self.expect("wait", 10)
        for key, value in parameters.items():
            self.send(f"set-param name={key} value={value}")
        self.send("init")
        self.expect("ready", 20)

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def expect(self, command, seconds):
        """Arguments of the next line with this command."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise Fault(self, f"no {command} within {seconds:.1f} s") from None
            if line is None:
                raise Fault(self, "it has gone")
            words = shlex.split(line)
            if words and words[0] == "error":
                raise Fault(self, line)
            if words and words[0] == command:
                return dict(word.partition("=")[::2] for word in words[1:])

    def move(self, start, moves, milliseconds):
        self.send(f"pos pos={start}" + (f' moves="{" ".join(moves)}"' if moves else ""))
        self.send(f"level move-time={milliseconds / 1000}")
        begin = time.monotonic()
        self.send("go think")
        answer = self.expect("done", milliseconds / 1000 + 10).get("move")
        return answer, (time.monotonic() - begin) * 1000

    def quit(self):
        self.send("quit")
        return self.process.wait(timeout=5)


class Fault(Exception):
    def __init__(self, engine, what):
        super().__init__(f"{engine.name}: {what}")
        self.engine = engine


def canonical(text):
    """From, to and the set of captured squares."""
    numbers = [int(part) for part in text.replace("-", "x").split("x")]
    return numbers[0], numbers[1], tuple(sorted(numbers[2:]))


def is_drawn(engine, played):
    """Whether the game is a draw by the rules, as Damka counts them."""
    command = [engine, "show", "--variant", "international", "--json", "--moves", " ".join(played)]
    return json.loads(subprocess.check_output(command))["status"] == "draw"


def game(players, opening, milliseconds, referee):
    """Plays a game; returns the winner's index or None, the plies, and Damka's worst time over the limit."""
    import draughts

    venv_run.hush()
    board = draughts.Board(variant="standard")
    start = "W" + "b" * 20 + "e" * 10 + "w" * 20
    played, worst = [], 0.0
    legal = {canonical(move.hub_move): move for move in board.legal_moves()}
    while not board.is_over() and len(played) < MOST_PLIES:
        player = players[len(played) % 2]
        if len(played) < len(opening):
            text = opening[len(played)]
        else:
            text, took = player.move(start, played, milliseconds)
            if player.name == "damka":
                worst = max(worst, took - milliseconds)
        move = legal.get(canonical(text)) if text else None
        if text is None and is_drawn(referee, played):
            return None, len(played), worst
        if move is None:
            raise Fault(player, f"illegal move {text} after {' '.join(played)}")
        board.push(move)
        played.append(text)
        legal = {canonical(move.hub_move): move for move in board.legal_moves()}
    winner = {draughts.WHITE: 0, draughts.BLACK: 1}.get(board.winner()) if board.is_over() else None
    return winner, len(played), worst


def openings(count, rng):
    import draughts

    for _ in range(count):
        board = draughts.Board(variant="standard")
        moves = []
        for _ in range(2):
            move = rng.choice(board.legal_moves())
            moves.append(move.hub_move)
            board.push(move)
        yield moves


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", help="the damka binary")
    parser.add_argument("--games", type=int, default=4, help="an even number")
    parser.add_argument("--ms", type=int, default=100, help="time for a move")
    parser.add_argument("--margin", type=float, default=1000, help="milliseconds that Damka may be late")
    parser.add_argument("--seed", type=int, default=1, help="of the openings")
    arguments = parser.parse_args()
    venv_run.inside(PACKAGES)
    path = venv_run.engine_path(arguments.engine)
    damka = Hub("damka", [path, "hub"], {"variant": "normal", "threads": 1})
    dame = start_dame()
    wins = draws = losses = plies = faults = 0
    worst = 0.0
    for opening in openings((arguments.games + 1) // 2, random.Random(arguments.seed)):
        for damka_begins in (True, False):
            players = (damka, dame) if damka_begins else (dame, damka)
            for player in players:
                player.send("new-game")
            try:
                winner, count, late = game(players, opening, arguments.ms, path)
            except Fault as fault:
                if fault.engine is damka:
                    sys.exit(f"dame_hub.py: {fault}")
                print(f"game {wins + draws + losses + 1}: fault of {fault}", flush=True)
                winner, count, late = players.index(damka), 0, 0.0
                faults += 1
                dame.process.kill()
                dame = start_dame()
            plies, worst = plies + count, max(worst, late)
            wins += winner is not None and winner == (not damka_begins)
            losses += winner is not None and winner == damka_begins
            draws += winner is None
            print(f"game {wins + draws + losses}: +{wins} ={draws} -{losses} ({count} plies)", flush=True)
    if damka.quit() != 0:
        sys.exit(f"dame_hub.py: damka: exit status {damka.process.returncode}")
    dame.quit()
    print(
        f"damka against dame: +{wins} ={draws} -{losses}, {faults} faults of dame, {plies} plies, "
        f"latest answer {worst:.0f} ms over the limit"
    )
    if worst > arguments.margin:
        sys.exit(f"dame_hub.py: damka: {worst:.0f} ms late")


def start_dame():
    return Hub("dame", [venv_run.tool("dame"), "hub"], {})


if __name__ == "__main__":
    main()
