"""The ``flask`` commands: look at a log, fold one, let robots play, check the lessons, delete what has ended."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from random import Random

import click
from flask import Flask, current_app

from hool.fairness import without_secrets
from hool.fold import Table, fold
from hool.lessons import listing, read_all
from hool.robots import ROBOTS
from hool.rules import GAMES
from hool.rules.game import CLOCK, narrate
from hool.store import Event


def init_app(app: Flask) -> None:
    for command in (log_command, replay_command, play_command, lessons_command, delete_ended_command):
        app.cli.add_command(command)


@click.command("log")
@click.argument("table_id", type=int)
def log_command(table_id: int) -> None:
    """Print the log of a table, robots' reasons included. What nobody may see yet of a rated match is left out."""
    parts = current_app.extensions["hool"]
    events = parts.store.events(table_id)
    if not events:
        raise click.ClickException(f"There is no table {table_id}.")
    table = parts.tables.get(table_id)
    shared = parts.classroom.room(table.room_id).settings.deals == "same"
    for event in without_secrets(events, table, parts.tables.tables(table.room_id), shared):
        click.echo(f"{event}\t{event.note}" if event.note else str(event))


@click.command("delete-ended")
def delete_ended_command() -> None:
    """Delete every room whose last day is over, as the server does by itself while it runs."""
    count = current_app.extensions["hool"].retention.delete_ended()
    click.echo(f"{count} room was deleted." if count == 1 else f"{count} rooms were deleted.")


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def replay_command(file: Path) -> None:
    """Fold a log that `flask log` has printed, every act checked again, and say where it stands."""
    table = Table(0, 0, 0)
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line[0].isspace():  # what a golden log tells between its rows
            continue
        try:
            seq, actor, text = line.partition("\t")[0].split(" ", 2)
            if text == "sealed" or (text.startswith("board ") and " sealed " in text):
                raise ValueError("this part of a rated match is sealed. Print the log again when the match is over.")
            table = fold(table, Event(0, int(seq), 0.0, actor, text), keep_all=True)
        except (ValueError, KeyError) as error:
            raise click.ClickException(f"{file}:{number}: {error}") from error
    for record in table.play.boards:
        click.echo(f"board {record.board.number}: {record.result.line}")
    if table.playing:
        assert table.play.board is not None
        view = table.rules.view(table.play.state, None)
        click.echo(f"board {table.play.board.number}: still {view.phase}")


@click.command("play")
@click.argument("game", type=click.Choice(sorted(GAMES)), default="hool")
@click.option("--seed", type=int, default=1, help="Which deal, and which chance for the robots.")
@click.option("--robot", default="standard", help="Which robot plays.")
@click.option("--seats", type=int, default=4, help="How many robots play.")
def play_command(game: str, seed: int, robot: str, seats: int) -> None:
    """Let robots play one board and print its log, with what all could see after each event.

    Where several may act, chance says who is first. Kept as a file in tests/golden it becomes a golden log.
    """
    rules, rng = GAMES[game], Random(seed)
    choose = ROBOTS[game].get(robot)
    if choose is None:
        raise click.ClickException(f"There is no robot {robot}. There are: {', '.join(ROBOTS[game])}.")
    if seats not in rules.seats:
        most = f" to {rules.seats[-1]}" if len(rules.seats) > 1 else ""
        raise click.ClickException(f"This game is for {rules.seats[0]}{most} players, not for {seats}.")
    named = {field.name for field in fields(rules.Options)}
    options = rules.Options(players=seats) if "players" in named else rules.Options()
    board = rules.next_board(options, seats, ())
    assert board is not None
    deal = rules.deal(board, rng)
    state = rules.start(board, deal)
    acts = []
    while robots := sorted(rules.to_act(state) - {CLOCK}):  # they all answer before the time is over
        seat = rng.choice(robots)
        action, _reason = choose(rules.view(state, seat), rng)
        acts.append((seat, str(action)))
        state = rules.apply(state, seat, action)
    click.echo(narrate(rules, board, deal, acts), nl=False)


@click.command("lessons")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default="lessons")
def lessons_command(folder: Path) -> None:
    """List the lessons of a folder and check them; every mistake as file:line: sentence."""
    lessons, problems = read_all(folder)
    for lesson in lessons:
        click.echo(listing(lesson))
    for problem in problems:
        click.echo(f"{folder}/{problem}", err=True)
    if problems:
        raise SystemExit(1)
