"""Whatever is wrong with an argument, one sentence names it, shows it and says what is allowed, before any work."""

import functools
import importlib
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gametree as gt
from gametree import backup, chance, enhance, experiment, games, parallel, reference, theory
from gametree._checks import shown
from gametree.games.g_game_evaluation import E1
from gametree.tree import MAX_DEPTH, Tree

generate, searching = map(importlib.import_module, ("gametree.generate", "gametree.search"))

NAN, INF = math.nan, math.inf
HUGE = 10**5000
"""More digits than Python prints."""

TREE = Tree.from_nested([[0.25, 0.5], [0.75, 1]])
NESTED = TREE.nested_arrays
LEAF = Tree.from_nested(5)
CHANCE = chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
GAME = games.growing_tree(width=2, depth=2, scheme="incremental", seed=1)
RANGES = backup.ranges_of(TREE)
ERRORS = theory.error_model.Errors(0.1, 0.1, 0.5)
RNG = np.random.default_rng(1)
JOINT = theory.p_games.Joint(won=np.array([0.0, 0.5]), lost=np.array([0.5, 0.0]))
SAMPLE = backup.Sample("pearl", 2, 3, 10, 1)
RECIPE = generate.recipe("uniform", "unordered", 2, 2)
GRAPH = games.Graph(
    np.array([0, 2, 2, 2]), np.array([1, 2]), np.array([0, 1], np.int32), np.array([0.0, 5.0, 3.0])
)
TRACE = gt.trace(TREE, "alphabeta")
CHANCE_TRACE = chance.trace(CHANCE, "aoc*")
X = reference.Recorder(TREE)
S = reference.SearchTree(TREE)
SOLUTION = theory.solution_trees.SolutionTree(frozenset({0}), 1.0)

SELF: list = []
SELF.append(SELF)
COUNT = (2.5, "3", None, True, -(10**9), 10**30, HUGE, [1], NAN, np.timedelta64(2))
NUMBER = ("1", None, NAN, True, [0.5], np.timedelta64(1, "D"))
SHARE = (*NUMBER, -0.5, 1.5)
NAME = ("no such name", 3, None, ["alphabeta"], {"a": 1})
FLAG = ("no", 1, None, [])
STORED = ([1, 2], None, "tree", 5)
GENERATOR = (1, None, "rng")
POSITION = (3, ["X"], b"X")


def but(kinds: tuple, *allowed: Any) -> tuple:
    """Return bad values without those that this argument takes."""
    return tuple(value for value in kinds if not any(value is each for each in allowed))


class Call(NamedTuple):
    """A function, what can be given to it, and bad values by argument."""

    function: Callable[..., Any]
    right: dict[str, Any]
    bad: dict[str, tuple]


SIZE = {"w": COUNT, "d": COUNT}
MADE = {"width": 2, "depth": 2, "scheme": "unordered", "seed": 1}
SWEPT = {
    "kind": "uniform",
    "scheme": "unordered",
    "sizes": [(2, 2)],
    "strategies": ["pvs"],
    "trees": 2,
    "seed": 1,
}
BAD_MADE = {
    "width": COUNT,
    "depth": COUNT,
    "scheme": NAME,
    "seed": COUNT,
    "number": COUNT,
    "largest": COUNT,
    "p": (0.5, "x"),
}
BAD_SWEPT = {
    "kind": NAME,
    "scheme": NAME,
    "sizes": (3, [], [3], ["ab c"], [(2, 2), (2, 2)]),
    "strategies": ("pvs", b"pvs", [], np.array([]), None, 3),
    "trees": COUNT,
    "seed": COUNT,
    "precision": (*but(SHARE, None), 1e-9, 1e-300),
    "timed": FLAG,
    "progress": FLAG,
    "executor": (3, "threads"),
    "checkpoint": ("", " ", "a\0b", "\ud800", 3, b"x"),
}

CALLS = {
    "Tree.uniform": Call(
        Tree.uniform,
        {"width": 2, "depth": 1, "leaves": [1, 2]},
        {
            "width": COUNT,
            "depth": COUNT,
            "leaves": (
                ["1", "2"],
                [True, False],
                np.array([True, False]),
                np.array(["1", "2"]),
                [2**53 + 1, 1],
                [1j, 2],
                np.ma.array([1.0, 2.0], mask=[0, 1]),
                [1, NAN],
                [1, INF],
                [None, 1],
                [HUGE, 1],
                "12",
                5,
                None,
                [1],
                [[1], [2]],
                [[1], [2, 3]],
                {1: 2},
                [1, [2]],
                np.array([2**53 + 1, 1]),
                np.array([1, None]),
            ),
        },
    ),
    "Tree.children": Call(TREE.children, {"node": 0}, {"node": (*COUNT, -1, 7)}),
    "Tree.is_leaf": Call(TREE.is_leaf, {"node": 0}, {"node": (*COUNT, -1, 7)}),
    "Tree.is_max": Call(TREE.is_max, {"node": 0}, {"node": (*COUNT, -1, 7)}),
    "Tree.path": Call(TREE.path, {"node": 0}, {"node": (*COUNT, -1, 7)}),
    "Tree.name": Call(TREE.name, {"node": 0}, {"node": (*COUNT, -1, 7)}),
    "Tree.node": Call(
        TREE.node, {"path": [0]}, {"path": ([-1], [2], [0, 0, 0], "01", b"\0", {0}, 3, None, [0.0], [True])}
    ),
    "Tree.plain": Call(TREE.plain, {"value": 1}, {"value": ("1", None, [1])}),
    "chance.Tree.children": Call(CHANCE.children, {"node": 0}, {"node": (*COUNT, -1)}),
    "chance.Tree.is_leaf": Call(CHANCE.is_leaf, {"node": 0}, {"node": (*COUNT, -1)}),
    "chance.Tree.is_chance": Call(CHANCE.is_chance, {"node": 0}, {"node": (*COUNT, -1)}),
    "chance.Tree.node": Call(CHANCE.node, {"name": "A"}, {"name": NAME}),
    "chance.Tree": Call(
        chance.Tree,
        {"shape": CHANCE.shape, "kind": CHANCE.kind, "probability": CHANCE.probability, "goal": "max"},
        {"shape": STORED, "kind": ([1], np.zeros(3), None), "probability": (0.5, np.zeros(3)), "goal": NAME},
    ),
    "generate": Call(gt.generate, {"kind": "uniform", **MADE}, {"kind": NAME, **BAD_MADE}),
    "generate, ordered": Call(gt.generate, {"kind": "uniform", **MADE, "scheme": "ordered"}, {"p": SHARE}),
    "generate, too large": Call(gt.generate, {"kind": "uniform", **MADE}, {}),
    "lazy_tree": Call(gt.lazy_tree, MADE, BAD_MADE | {"kind": NAME}),
    "critical_tree": Call(
        generate.critical_tree,
        {"width": 2, "depth": 2, "rate": 0.5, "seed": 1},
        {
            "width": COUNT,
            "depth": (*COUNT, 62),
            "rate": SHARE,
            "values": (*COUNT, 1),
            "seed": COUNT,
            "number": COUNT,
        },
    ),
    "recipe": Call(
        generate.recipe,
        {"kind": "uniform", "scheme": "unordered", "width": 2, "depth": 2},
        {"kind": NAME, "scheme": NAME, "width": COUNT, "depth": COUNT, "largest": COUNT},
    ),
    "seed_number": Call(generate.seed_number, {"seed": 1}, {"seed": COUNT}),
    "known_value_tree": Call(
        generate.known_value_tree,
        {"width": 2, "depth": 2, "ordering": 0.5, "seed": 1},
        {
            "width": COUNT,
            "depth": COUNT,
            "ordering": SHARE,
            "value": COUNT,
            "low": COUNT[:4],
            "high": COUNT,
            "seed": COUNT,
            "number": COUNT,
        },
    ),
    "LazyTree": Call(
        generate.LazyTree,
        {"recipe": RECIPE, "seed": 1, "number": 0},
        {"recipe": (None, 3), "seed": COUNT, "number": COUNT},
    ),
    "search": Call(
        gt.search,
        {"tree": TREE, "strategy": "alphabeta"},
        {"tree": STORED, "strategy": NAME, "distinct": FLAG},
    ),
    "search, guess": Call(gt.search, {"tree": TREE, "strategy": "sss-0"}, {"guess": NUMBER, "step": (1,)}),
    "search, step": Call(gt.search, {"tree": TREE, "strategy": "sss-4"}, {"step": (*NUMBER, -1)}),
    "memory_of": Call(
        searching.memory_of, {"tree": TREE, "strategy": "sss*"}, {"tree": STORED, "strategy": NAME}
    ),
    "search_in_python": Call(
        searching.search_in_python,
        {"tree": TREE, "strategy": "pvs"},
        {"tree": STORED, "strategy": NAME, "recorder": (3, "x")},
    ),
    "at_least": Call(searching.at_least, {"tree": TREE, "bound": 0.5}, {"tree": STORED, "bound": NUMBER}),
    "best_move": Call(searching.best_move, {"tree": TREE}, {"tree": (*STORED, LEAF)}),
    "best_move_in_python": Call(searching.best_move_in_python, {"tree": TREE}, {"tree": (*STORED, LEAF)}),
    "strategy_named": Call(
        lambda **given: searching.strategy_named(given["strategy"]), {"strategy": "pvs"}, {"strategy": NAME}
    ),
    "check_options": Call(
        searching.check_options,
        {"strategy": gt.STRATEGIES["sss-4"], "given": {}},
        {"strategy": ("pvs", None), "given": (3, None, ["step"])},
    ),
    "check_tree": Call(searching.check_tree, {"tree": TREE}, {"tree": STORED}),
    "trace": Call(gt.trace, {"tree": TREE, "strategy": "pvs"}, {"tree": STORED, "strategy": NAME}),
    "Trace.snapshot": Call(TRACE.snapshot, {"index": 0}, {"index": COUNT}),
    "ChanceTrace.snapshot": Call(CHANCE_TRACE.snapshot, {"index": 0}, {"index": COUNT}),
    "pi_tree": Call(gt.examples.pi_tree, {}, {"digits": ("3", "x" * 81, 3, None)}),
    "chance.generate": Call(
        chance.generate,
        {"width": 2, "depth": 2, "seed": 1},
        {
            "width": COUNT,
            "depth": COUNT,
            "probabilities": NAME,
            "order": NAME,
            "goal": NAME,
            "seed": (*COUNT, 2**64),
            "number": COUNT,
            "error": (NAN, -1, "1", True),
        },
    ),
    "chance.search": Call(
        chance.search,
        {"tree": CHANCE, "method": "aoc*"},
        {
            "tree": (*STORED, TREE),
            "method": NAME,
            "low": (*but(NUMBER, None), 5, INF, HUGE),
            "high": (*but(NUMBER, None), 5, INF),
            "ranges": (3, [1], {99: (0, 1)}, {0: 3}, {0: (1,)}, {0: (NAN, 3)}, {0: (0, 1)}, {True: (0, 20)}),
        },
    ),
    "chance.search_in_python": Call(
        chance.search_in_python,
        {"tree": CHANCE, "method": "star1"},
        {"tree": STORED, "method": NAME, "low": ("1",), "high": ("1",), "record": FLAG, "ranges": ({},)},
    ),
    "chance.trace": Call(chance.trace, {"tree": CHANCE, "method": "star1"}, {"tree": STORED, "method": NAME}),
    "binary_tree": Call(
        chance.examples.binary_tree,
        {"leaves": [1, 2], "left": 0.5, "goal": "max"},
        {"leaves": ([], [1, 2, 3], 5, None), "left": (*SHARE, 0, 1), "goal": NAME},
    ),
    "b_star": Call(
        backup.b_star,
        {"ranges": RANGES, "strategy": "palay"},
        {
            "ranges": (
                3,
                None,
                backup.ranges_of(LEAF),
                RANGES._replace(low=3),
                RANGES._replace(low=RANGES.low.astype(object)),
                RANGES._replace(high=RANGES.high + INF),
                RANGES._replace(high=RANGES.high + 1),
            ),
            "strategy": NAME,
        },
    ),
    "b_star_stages": Call(backup.b_star_stages, {"ranges": RANGES}, {"ranges": (3, None), "strategy": NAME}),
    "exhaustive": Call(
        backup.exhaustive,
        {"ranges": RANGES},
        {"ranges": (3, TREE, backup.ranges_of(LEAF), RANGES._replace(low=RANGES.high + 1))},
    ),
    "ranges_of": Call(backup.ranges_of, {"tree": TREE}, {"tree": STORED}),
    "random_ranges": Call(
        backup.random_ranges,
        {"width": 2, "depth": 2, "seed": 1},
        {"width": COUNT, "depth": COUNT, "seed": COUNT, "number": COUNT},
    ),
    "winability": Call(
        backup.winability,
        {"tree": TREE, "rule": "product"},
        {"tree": (*STORED, Tree.from_nested([1, 2])), "rule": NAME},
    ),
    "preferred": Call(
        backup.preferred,
        {"tree": TREE, "rule": "product"},
        {"tree": (*STORED, Tree.from_nested(0.5)), "rule": NAME},
    ),
    **{
        f"backup.{function.__name__}": Call(
            function,
            {"tree": TREE, "rule": "product", "method": "best-first", "goal": "move", "low": 0.25, "high": 1},
            {
                "tree": (*STORED, Tree.from_nested([0.5, 2])),
                "rule": (*NAME, "minimax"),
                "method": NAME,
                "goal": NAME,
                "low": (*SHARE, 0.5),
                "high": (*SHARE, 0.9, 0.1),
            },
        )
        for function in (backup.search, backup.search_in_python)
    },
    "dependent_quality": Call(
        backup.dependent_quality,
        {"scheme": "integer-dependent", "w": 2, "t": 2, "trees": 2, "seed": 1},
        {"scheme": NAME, "w": COUNT, "t": COUNT, "trees": COUNT, "seed": COUNT},
    ),
    "run_part": Call(
        backup.run_part,
        {"sample": SAMPLE, "first": 0, "decisions": 1},
        {"sample": (3, None), "first": COUNT, "decisions": COUNT},
    ),
    "Sample": Call(
        lambda **given: backup.run_part(backup.Sample(**given), 0, 1),
        SAMPLE._asdict(),
        {"game": NAME, "w": COUNT, "t": COUNT, "decisions": COUNT, "seed": COUNT},
    ),
    "sampled_quality": Call(
        experiment.sampled_quality,
        {"samples": [SAMPLE]},
        {
            "samples": (3, None),
            "progress": FLAG,
            "checkpoint": BAD_SWEPT["checkpoint"],
            "executor": BAD_SWEPT["executor"],
        },
    ),
    "sweep": Call(gt.sweep, SWEPT, BAD_SWEPT),
    "cells": Call(experiment.cells, SWEPT, BAD_SWEPT),
    "frame_of": Call(experiment.frame_of, {"found": []}, {"found": (3, [3])}),
    "paired": Call(experiment.paired, {"found": []}, {"found": (3, [3]), "criterion": NAME}),
    "counts_of": Call(
        experiment.counts_of,
        {"recipe": RECIPE, "strategies": ("pvs",), "seed": 1, "first": 0, "n_trees": 1},
        {"recipe": (3, None), "strategies": ("pvs", None), "seed": COUNT, "first": COUNT, "n_trees": COUNT},
    ),
    "using": Call(
        experiment.using,
        {},
        {"executor": BAD_SWEPT["executor"], "checkpoint": BAD_SWEPT["checkpoint"]},
    ),
    "Progress": Call(
        experiment.Progress, {"title": "x"}, {"title": (3, None), "total": (*NUMBER, -1), "shown": FLAG}
    ),
    "Sums.nothing": Call(experiment.Sums.nothing, {"n_strategies": 1}, {"n_strategies": COUNT}),
    "simulate": Call(
        parallel.simulate,
        {"tree": TREE, "method": "pv-splitting"},
        {
            "tree": STORED,
            "method": NAME,
            "processors": COUNT,
            "timeline": FLAG,
            "shape": ((2, 2),),
            "bounds": ([1],),
        },
    ),
    "simulate, shape": Call(
        parallel.simulate,
        {"tree": TREE, "method": "processor-tree"},
        {"shape": (3, (1,), (2.5, 1), (0, 1), (2, 13), (4096, 2))},
    ),
    "simulate, bounds": Call(
        parallel.simulate,
        {"tree": TREE, "method": "sss*-bounds", "processors": 2},
        {"bounds": (3, "1", ["1"], [], [1, 2], [NAN], [None])},
    ),
    "tree_of_processors": Call(parallel.tree_of_processors, {"processors": 1}, {"processors": COUNT}),
    "search_in_threads": Call(parallel.search_in_threads, {"tree": TREE}, {"tree": STORED, "threads": COUNT}),
    "enhance.search": Call(
        enhance.search,
        {"tree": GAME, "strategy": "pvs"},
        {
            "tree": (*STORED, TREE),
            "strategy": NAME,
            "ordering": NAME,
            "margin": (*NUMBER, -1, INF, HUGE),
            "table": (*COUNT, 3),
            "rule": NAME,
            "killers": COUNT,
            "deepening": FLAG,
        },
    ),
    "enhance.search_in_python": Call(
        enhance.search_in_python,
        {"tree": GAME, "strategy": "pvs"},
        {"tree": STORED, "strategy": NAME, "memory": (3, int), "killer": (3,), "ordering": NAME},
    ),
    "unfold_graph": Call(
        games.unfold_graph,
        {"graph": GRAPH, "root": 0, "depth": 1},
        {
            "graph": (
                3,
                None,
                tuple(GRAPH),
                GRAPH._replace(first=np.array([0, 2, 2])),
                GRAPH._replace(first=np.array([0, 9, 2, 2])),
                GRAPH._replace(first=np.array([-5, 2, 2, 2])),
                GRAPH._replace(first=np.array([0, 2, 2, 9])),
                GRAPH._replace(first="0222"),
                GRAPH._replace(first=np.array([0.0, 2.0, 2.0, 2.0])),
                GRAPH._replace(child=np.array([1, 3])),
                GRAPH._replace(child=np.array([1, -1])),
                GRAPH._replace(child=np.array([1, 2**40])),
                GRAPH._replace(child=[[1, 2]]),
                GRAPH._replace(child=np.array([1])),
                GRAPH._replace(move=np.array([0], np.int32)),
                GRAPH._replace(move=np.array([0, 2**40])),
                GRAPH._replace(estimate=np.array([0.0, NAN, 3.0])),
                GRAPH._replace(estimate=np.zeros(0)),
                GRAPH._replace(estimate=["1", "2", "3"]),
            ),
            "root": (*COUNT, -1, 3),
            "depth": COUNT,
        },
    ),
    "g_game_tree": Call(
        games.g_game_tree,
        {"board": [1, -1, 1], "depth": 1, "evaluation": E1},
        {"board": ([], [1, 2], "11", 3, None, [True, True]), "depth": COUNT, "evaluation": (None, "e1")},
    ),
    "growing_tree": Call(
        games.growing_tree,
        {"width": 2, "depth": 2, "scheme": "incremental", "seed": 1},
        {"width": COUNT, "depth": COUNT, "scheme": NAME, "seed": COUNT, "number": COUNT},
    ),
    "graph_of": Call(
        games.graph_of,
        {"root": 0, "depth": 1, "moves": lambda n: [(0, n + 1)], "worth": float},
        {
            "root": ([1], {1}),
            "depth": COUNT,
            "moves": (3, None),
            "worth": (3, None),
        },
    ),
    "random_graph_tree": Call(
        games.random_graph_tree,
        {"positions": 3, "width": 2, "depth": 2, "largest": 9, "seed": 1},
        {"positions": COUNT, "width": COUNT, "depth": COUNT, "largest": COUNT, "seed": COUNT},
    ),
    "narrowed": Call(games.narrowed, {"tree": GAME, "width": 1}, {"tree": (*STORED, TREE), "width": COUNT}),
    "game_named": Call(games.game_named, {"game": "checkers"}, {"game": NAME}),
    "named_positions": Call(
        games.named_positions, {"game": "checkers"}, {"game": NAME, "phase": but(NAME, None)}
    ),
    "nodes_per_level": Call(
        games.nodes_per_level,
        {"game": "tic-tac-toe", "depth": 1},
        {"game": NAME, "depth": COUNT, "position": (*POSITION, "X"), "most": COUNT},
    ),
    "expected_nodes": Call(
        games.expected_nodes,
        {"game": "tic-tac-toe", "depth": 1},
        {"game": NAME, "depth": COUNT, "position": (*POSITION, "X")},
    ),
    "unfold": Call(
        games.unfold,
        {"game": "tic-tac-toe", "depth": 1},
        {"game": NAME, "depth": COUNT, "position": (*POSITION, "X")},
    ),
    "search_position": Call(
        games.search_position,
        {"game": "tic-tac-toe", "depth": 1},
        {"game": NAME, "depth": COUNT, "position": (*POSITION, "X"), "method": NAME},
    ),
    "Game.text": Call(games.GAMES["tic-tac-toe"].text, {}, {"position": (*POSITION, "XX.......", "?" * 9)}),
    "Game.after": Call(
        games.GAMES["tic-tac-toe"].after, {"moves": ""}, {"moves": (3, None), "position": POSITION}
    ),
    "minimum_leaves": Call(theory.minimum_leaves, {"w": 2, "d": 2}, SIZE),
    "branch_sums.tree": Call(
        theory.branch_sums.tree,
        {"width": 2, "depth": 2, "rng": RNG},
        {"width": COUNT, "depth": COUNT, "rng": GENERATOR},
    ),
    "branch_sums.p": Call(theory.branch_sums.p, {"d": 2}, {"d": COUNT}),
    "critical.types": Call(theory.critical.types, {"tree": TREE}, {"tree": STORED}),
    "critical.is_critical": Call(
        theory.critical.is_critical, {"path": (1,)}, {"path": (3, "11", None, (0,), (1.5,), (-1, 1))}
    ),
    "critical.on_level": Call(theory.critical.on_level, {"d": 2, "level": 1}, {"d": COUNT, "level": COUNT}),
    "critical.expected_on_level": Call(
        theory.critical.expected_on_level,
        {"nonterminal": [1], "successors": [2]},
        {"nonterminal": (3, "1", [2], ["1"], [NAN], [1, 1]), "successors": (3, None, [-1], [INF])},
    ),
    "critical_games.failures": Call(
        theory.critical_games.failures, {"b": 2, "g": 0.5}, {"b": COUNT, "g": SHARE, "p": but(SHARE, None)}
    ),
    "critical_games.independent_failures": Call(
        theory.critical_games.independent_failures, {"b": 2}, {"b": COUNT}
    ),
    "critical_games.growth": Call(theory.critical_games.growth, {"b": 2, "k": 0.5}, {"b": COUNT, "k": SHARE}),
    "critical_games.constant": Call(
        theory.critical_games.constant, {"b": 2, "k": 0.5}, {"b": (*COUNT, 1), "k": SHARE, "won": FLAG}
    ),
    "critical_games.leaves": Call(
        theory.critical_games.leaves,
        {"b": 2, "h": 2, "k": 0.5},
        {"b": COUNT, "h": COUNT, "k": SHARE, "won": FLAG},
    ),
    "critical_games.expected_leaves": Call(
        theory.critical_games.expected_leaves,
        {"b": 2, "h": 2, "g": 0.5, "values": 2},
        {"b": (*COUNT, 1), "h": COUNT, "g": SHARE, "values": (*COUNT, 1)},
    ),
    "critical_games.decision_quality": Call(
        theory.critical_games.decision_quality,
        {"w": 2, "t": 3, "g": 0.5},
        {"w": COUNT, "t": (*COUNT, 30), "g": SHARE},
    ),
    "critical_games.error_threshold": Call(theory.critical_games.error_threshold, {"w": 2}, {"w": COUNT}),
    "critical_games.quality_with_errors": Call(
        theory.critical_games.quality_with_errors,
        {"w": 2, "depth": 3, "g": 0.5, "error": 0.1},
        {"w": COUNT, "depth": COUNT, "g": SHARE, "error": SHARE},
    ),
    "error_model.one_level_up": Call(
        theory.error_model.one_level_up,
        {"state": ERRORS},
        {
            "state": (3, None, (0.1, 0.1, 0.5), ERRORS._replace(p=2), ERRORS._replace(err1="1")),
            "w": COUNT,
            "q": SHARE[:3],
        },
    ),
    "error_model.by_cases": Call(
        theory.error_model.by_cases,
        {"state": ERRORS},
        {"state": (3, ERRORS._replace(p=2)), "w": COUNT, "q": SHARE},
    ),
    "error_model.trajectory": Call(
        theory.error_model.trajectory,
        {"err1": 0.1, "err2": 0.1, "p": 0.5, "depth": 1},
        {
            "err1": (2, "1", None, NAN, [-1], [1, "x"]),
            "err2": (2, "1"),
            "p": (2, "1"),
            "q": (2, "1"),
            "depth": (*COUNT, 10**9),
            "w": COUNT,
        },
    ),
    "error_model.wrong_decision": Call(
        theory.error_model.wrong_decision, {"state": ERRORS}, {"state": (3, None)}
    ),
    "error_model.area": Call(
        theory.error_model.area,
        {"err1": [0.5], "err2": [0.5]},
        {"err1": (0.5, "1", [2], [0.1, 0.2]), "err2": (0.5, None, [NAN])},
    ),
    "error_model.grouped": Call(
        theory.error_model.grouped,
        {"err1": 0.5, "err2": 0.5},
        {"err1": (2, "1"), "err2": (2, "1"), "w": COUNT},
    ),
    "error_model.fixed_p": Call(theory.error_model.fixed_p, {}, {"q": SHARE, "w": COUNT}),
    "error_model.slope": Call(theory.error_model.slope, {"q": 0.1}, {"q": SHARE, "w": COUNT}),
    "error_model.critical_q": Call(theory.error_model.critical_q, {}, {"w": COUNT}),
    "error_model.error_growth": Call(theory.error_model.error_growth, {"q": 0.1}, {"q": SHARE, "w": COUNT}),
    "error_model.p_cycle": Call(theory.error_model.p_cycle, {"q": 0.1}, {"q": SHARE, "w": COUNT}),
    "error_model.simulate": Call(
        theory.error_model.simulate,
        {"state": ERRORS, "depth": 1, "trees": 1, "rng": RNG},
        {"state": (3,), "depth": COUNT, "trees": COUNT, "rng": GENERATOR, "w": COUNT, "q": SHARE},
    ),
    "expected.pearl_branching_factor": Call(theory.expected.pearl_branching_factor, {"w": 2}, {"w": COUNT}),
    "expected.alphabeta": Call(theory.expected.alphabeta, {"w": 2, "d": 2}, SIZE),
    "expected.branch_and_bound": Call(theory.expected.branch_and_bound, {"w": 2, "d": 2}, SIZE),
    "expected.sss_star": Call(theory.expected.sss_star, {"w": 2, "d": 2}, SIZE),
    "expected_scout.visits": Call(theory.expected_scout.visits, {"w": 2, "d": 2}, SIZE),
    "expected_scout.leaf_evaluations": Call(theory.expected_scout.leaf_evaluations, {"w": 2, "d": 2}, SIZE),
    "expected.jump": Call(theory.expected.jump, {"w": 2, "level": 1}, {"w": COUNT, "level": COUNT}),
    "expected.grid": Call(
        theory.expected.grid, {"w": 2, "d": 2}, {**SIZE, "points": COUNT, "shrink": (*SHARE, 0, 1)}
    ),
    "expected.distributions": Call(
        theory.expected.distributions,
        {"w": 2, "d": 2, "distance": np.zeros(1)},
        {**SIZE, "distance": (3, None, [0.5], np.array(["a"]), np.array([NAN]), np.array([-1.0]))},
    ),
    "expected.geometric": Call(
        theory.expected.geometric,
        {"x": np.zeros(1), "w": 2},
        {"x": (3, None, np.array(["a"]), np.array([INF])), "w": COUNT},
    ),
    **{
        f"no_deep_cutoffs.{name}": Call(getattr(theory.no_deep_cutoffs, name), {"d": 2}, {"d": COUNT})
        for name in (
            "p",
            "p_exact",
            "level_2",
            "level_2_estimate",
            "r0",
            "c0",
            "r1",
            "r_star",
        )
    },
    **{
        f"no_deep_cutoffs.{name}": Call(
            getattr(theory.no_deep_cutoffs, name), {"d": 2, "h": 2}, {"d": COUNT, "h": COUNT}
        )
        for name in ("first_analysis", "best_case", "best_case_closed")
    },
    **{
        f"totally_dependent.{name}": Call(
            getattr(theory.totally_dependent, name), {"d": 2, "h": 2}, {"d": COUNT, "h": COUNT}
        )
        for name in ("alphabeta_leaves", "alphabeta_leaves_closed", "branch_and_bound_leaves")
    },
    "true_growth.leaves": Call(theory.true_growth.leaves, {"d": 2, "h": 2}, {"d": COUNT, "h": COUNT}),
    "true_growth.chain": Call(
        theory.true_growth.chain, {"d": 2, "conditions": 1}, {"d": COUNT, "conditions": COUNT}
    ),
    "true_growth.r": Call(theory.true_growth.r, {"d": 2}, {"d": COUNT}),
    "optimality.examined": Call(
        theory.optimality.examined, {"tree": TREE, "strategy": "pvs"}, {"tree": STORED, "strategy": NAME}
    ),
    "optimality.bounds": Call(
        theory.optimality.bounds,
        {"tree": TREE, "leaves": [2]},
        {"tree": STORED, "leaves": (3, "23", [0], [-1], [99])},
    ),
    "optimality.best_order": Call(
        theory.optimality.best_order, {"tree": TREE, "leaves": [2]}, {"tree": STORED, "leaves": (3, [0])}
    ),
    "optimality.fewest_leaves": Call(theory.optimality.fewest_leaves, {"tree": TREE}, {"tree": STORED}),
    "xi": Call(theory.xi, {"w": 2}, {"w": COUNT}),
    "p_games.backed_up": Call(
        theory.p_games.backed_up, {"joint": JOINT, "w": 2}, {"joint": (3, JOINT._replace(won=3)), "w": COUNT}
    ),
    "p_games.probability_of_correct_decision": Call(
        theory.p_games.probability_of_correct_decision, {"joint": JOINT}, {"joint": (3, None)}
    ),
    "p_games.p_game_quality": Call(
        theory.p_games.p_game_quality,
        {"w": 2, "t": 2},
        {"w": COUNT, "t": COUNT, "p": (*but(SHARE, None), 0, 1)},
    ),
    "optimality.reordered": Call(
        theory.optimality.reordered,
        {"tree": TREE, "orders": {}},
        {"tree": STORED, "orders": (3, [1], {0: [1]}, {0: 3}, {99: [1]}, {-1: []}, {0: "14"}, {0: [1, "4"]})},
    ),
    "optimality.perfectly_ordered": Call(
        theory.optimality.perfectly_ordered, {"tree": TREE}, {"tree": STORED}
    ),
    "optimality.all_orders": Call(theory.optimality.all_orders, {"tree": TREE}, {"tree": STORED}),
    "small_trees.shapes": Call(theory.small_trees.shapes, {"n_nodes": 2}, {"n_nodes": COUNT}),
    "small_trees.leaves_in": Call(
        theory.small_trees.leaves_in, {"shape": None}, {"shape": (3, "x", [], SELF)}
    ),
    "small_trees.filled": Call(
        theory.small_trees.filled,
        {"shape": [None], "values": iter([1])},
        {"shape": (3, "x", [], SELF), "values": (3, [1])},
    ),
    "Tree": Call(
        gt.Tree,
        {"arrays": TREE.nested_arrays},
        {
            "arrays": (
                None,
                3,
                "x",
                [],
                ([0], [1]),
                NESTED._replace(end=NESTED.end[:0], parent=NESTED.parent[:0], values=NESTED.values[:0]),
                NESTED._replace(end=NESTED.end.tolist()),
                NESTED._replace(end=NESTED.end * 100),
                NESTED._replace(end=NESTED.end[::-1].copy()),
                NESTED._replace(parent=-NESTED.parent),
                NESTED._replace(parent=np.maximum(NESTED.parent, 1) - 1),
                NESTED._replace(parent=NESTED.parent[:4]),
                NESTED._replace(values=NESTED.values[:4]),
                NESTED._replace(values=NESTED.values[::-1]),
                NESTED._replace(values=NESTED.values[::-1].copy()),
                NESTED._replace(values=NESTED.values.astype(object)),
                NESTED._replace(values=NESTED.values.astype(np.float32)),
                NESTED._replace(values=np.full(7, 1.0)),
                NESTED._replace(values=NESTED.values + INF),
                TREE.arrays._replace(width=10**6),
                TREE.arrays._replace(depth=300),
                TREE.arrays._replace(leaves=np.zeros(3)),
                TREE.arrays._replace(leaves=np.full(4, NAN)),
                TREE.arrays._replace(span=TREE.arrays.span * 1000),
                TREE.arrays._replace(offset=-TREE.arrays.offset),
            )
        },
    ),
    "small_trees.perfect_order_is_not_best": Call(
        theory.small_trees.perfect_order_is_not_best, {"tree": TREE}, {"tree": STORED}
    ),
    "small_trees.smallest": Call(
        theory.small_trees.smallest_better_unordered, {"most_nodes": 4}, {"most_nodes": COUNT}
    ),
    "solution_trees.count": Call(
        theory.solution_trees.count_solution_trees,
        {"tree": TREE},
        {"tree": STORED, "node": (*COUNT, -1), "chooser_is_max": FLAG},
    ),
    "solution_trees.solution_trees": Call(
        theory.solution_trees.solution_trees, {"tree": TREE}, {"tree": STORED, "kind": NAME}
    ),
    "solution_trees.optimal": Call(
        theory.solution_trees.optimal_solution_tree,
        {"tree": TREE, "kind": "max"},
        {"tree": STORED, "kind": NAME},
    ),
    "solution_trees.critical_types": Call(
        theory.solution_trees.critical_types,
        {"tree": TREE, "upper": SOLUTION, "lower": SOLUTION},
        {"tree": STORED, "upper": (3, None), "lower": (3, None)},
    ),
    "optimality.without_cutoffs": Call(theory.optimality.without_cutoffs, {"tree": TREE}, {"tree": STORED}),
    "ChanceRecorder": Call(
        chance.ChanceRecorder,
        {"tree": CHANCE, "low": 0.0, "high": 20.0},
        {"tree": (*STORED, TREE), "low": NUMBER, "high": NUMBER},
    ),
    "Recorder": Call(reference.Recorder, {"tree": TREE}, {"tree": STORED}),
    **{
        f"reference.{name}": Call(
            getattr(reference, name), {"x": X, "p": 0}, {"x": (3, None, TREE), "p": (*COUNT, -1, 7)}
        )
        for name in ("alphabeta", "branch_and_bound", "falphabeta", "negamax", "palphabeta", "pvs", "scout")
    },
    **{
        f"reference.{name}": Call(getattr(reference, name), {"x": X}, {"x": (3, None), at: (*COUNT, -1, 7)})
        for name, at in (("sss_star", "root"), ("sss_2", "n"), ("mtd_f", "n"), ("second_best", "n"))
    },
    "reference.s_alphabeta": Call(
        reference.s_alphabeta,
        {"x": X, "s": S, "n": 0, "alpha": 0.0, "beta": 1.0},
        {
            "x": (3,),
            "s": (3, None, reference.SearchTree(LEAF)),
            "n": COUNT,
            "alpha": NUMBER,
            "beta": NUMBER,
        },
    ),
    "reference.sss_4": Call(reference.sss_4, {"x": X}, {"x": (3,), "n": COUNT, "step": (*NUMBER, -1)}),
    "reference.test": Call(
        reference.test,
        {"x": X, "p": 0, "v": 1.0, "op": True},
        {"x": (3,), "p": COUNT, "v": NUMBER, "op": FLAG},
    ),
}

CASES = [
    pytest.param(
        call.function, call.right | {argument: value}, argument, id=f"{name}({argument}={shown(value)[:40]})"
    )
    for name, call in CALLS.items()
    for argument, values in call.bad.items()
    for value in values
]


ALLOWED = (
    "must", "allowed", "takes", "only", "can't hold", "would need", "leaves in one row", "are called", "named",
)  # fmt: skip
"""How a sentence says what is allowed."""


def refusal(call: Callable[[], Any]) -> str:
    """Return what a call is refused with: one sentence on one line, of an error that is meant for it."""
    with pytest.raises((ValueError, TypeError, MemoryError)) as caught:
        call()
    message = str(caught.value)
    assert message and "\n" not in message, message
    assert len(message) < 700, message
    return message


def test_there_are_hundreds_of_cases():
    assert len(CASES) > 400


@pytest.mark.parametrize(("function", "arguments", "argument"), CASES)
def test_a_bad_argument_is_named(function, arguments, argument):
    message = refusal(functools.partial(function, **arguments))
    assert argument in message or argument.removesuffix("s") in message
    assert any(word in message for word in ALLOWED)


@pytest.mark.parametrize(
    ("call", "right"),
    [
        (lambda: gt.search(TREE, "alphabet"), "alphabeta"),
        (lambda: gt.search(TREE, "alpha-beta"), "alphabeta"),
        (lambda: gt.search(TREE, "SSS*"), "sss*"),
        (lambda: gt.search(TREE, "sss-4", stepp=3), "step"),
        (lambda: gt.trace(TREE, "Scout"), "scout"),
        (lambda: gt.generate("unifrom", **MADE), "uniform"),
        (lambda: gt.generate("uniform", **(MADE | {"scheme": "unorderd"})), "unordered"),
        (lambda: gt.sweep(**(SWEPT | {"strategies": ["palpabeta"]})), "palphabeta"),
        (lambda: gt.lazy_tree(**(MADE | {"scheme": "orderd"})), "ordered"),
        (lambda: experiment.paired([], "leafs"), "leaves"),
        (lambda: chance.search(CHANCE, "star-1"), "star1"),
        (lambda: chance.generate(width=2, depth=2, probabilities="scater", seed=1), "scatter"),
        (lambda: chance.generate(width=2, depth=2, order="perfekt", seed=1), "perfect"),
        (lambda: chance.Tree.from_nested([1, 2], goal="maxi"), "max"),
        (lambda: backup.winability(TREE, "produkt"), "product"),
        (lambda: backup.search(TREE, method="best first"), "best-first"),
        (lambda: backup.b_star(RANGES, "paley"), "palay"),
        (lambda: backup.dependent_quality("integer-dependant", 2, 2, 2, 1), "integer-dependent"),
        (lambda: backup.run_part(SAMPLE._replace(game="perl"), 0, 1), "pearl"),
        (lambda: games.unfold("connect4", 2), "connect-four"),
        (lambda: games.unfold("chequers", 2), "checkers"),
        (lambda: games.named_positions("ches"), "chess"),
        (lambda: games.named_positions("checkers", "openning"), "opening"),
        (lambda: games.search_position("chess", 1, method="mini-max"), "minimax"),
        (lambda: games.growing_tree(width=2, depth=2, scheme="incremntal", seed=1), "incremental"),
        (lambda: enhance.search(GAME, "alphabet"), "alphabeta"),
        (lambda: enhance.search(GAME, "pvs", ordering="dynamc"), "dynamic"),
        (lambda: enhance.search(GAME, "pvs", rule="deepr"), "deeper"),
        (lambda: enhance.search_in_python(GAME, "pvs", killer=2), "killers"),
        (lambda: parallel.simulate(TREE, "tree-spliting"), "tree-splitting"),
        (lambda: theory.solution_trees.optimal_solution_tree(TREE, "maxx"), "max"),
    ],
)  # fmt: skip
def test_a_wrong_name_is_told_the_nearest(call, right):
    assert refusal(call).endswith(f"did you mean {right!r}?")


@pytest.mark.parametrize("nested", [5, [5, 6], [[5], [6, [7, 8]], 9], [[1, 2], [3, 4]]])
def test_arrays_that_are_those_of_a_tree_are_taken(nested):
    tree = Tree.from_nested(nested)
    assert Tree(tree.nested_arrays) == Tree(tree.arrays) == tree


def test_arrays_deeper_than_is_allowed_are_refused():
    n = MAX_DEPTH + 2
    values = np.full(n, NAN)
    values[-1] = 1
    path = type(NESTED)(np.full(n, n), np.arange(-1, n - 1), values)
    assert "250 levels" in refusal(lambda: Tree(path))


def test_a_shape_is_not_filled_with_too_few_values():
    message = refusal(lambda: theory.small_trees.filled([None, None], iter([1])))
    assert message == "values has 1 values: it must have one for each of 2 leaves"


def test_a_tree_of_positions_is_not_made_without_positions():
    assert "must be made by unfold" in refusal(lambda: type(GAME).from_nested([1, 2]))


def doubled(levels: int) -> list:
    nested: list = [1, 2]
    for _ in range(levels):
        nested = [nested, nested]
    return nested


def chain(levels: int) -> Any:
    nested: Any = 1
    for _ in range(levels):
        nested = [nested]
    return nested


def circle() -> list:
    nested: list = [1, 2]
    nested.extend([nested, nested])
    return nested


@pytest.mark.parametrize("build", [Tree.from_nested, chance.Tree.from_nested])
@pytest.mark.parametrize(
    ("nested", "kind", "words"),
    [
        (doubled(40), MemoryError, "nested with its 4398046511103 nodes would need"),
        (chain(100_000), ValueError, f"nested is deeper than {MAX_DEPTH} levels"),
        (circle(), ValueError, f"nested is deeper than {MAX_DEPTH} levels"),
        ([1, np.ma.masked], ValueError, "leaf at [1] is masked"),
    ],
    ids=["shared", "deep", "endless", "masked"],
)
def test_nesting_without_end_is_refused_before_it_is_unfolded(build, nested, kind, words):
    with pytest.raises(kind) as caught:
        build(nested)
    assert str(caught.value).startswith(words)


def test_sharing_that_fits_is_unfolded():
    tree = Tree.from_nested(doubled(17))
    assert (tree.width, tree.depth, tree.n_leaves) == (2, 18, 2**18)
    row = [0.5] * 300
    assert Tree.from_nested([1, [row] * 300]).n_leaves == 90_001


@pytest.mark.parametrize(
    "call",
    [
        lambda: gt.sweep(**(SWEPT | {"sizes": [(2**20, 250)]})),
        lambda: gt.sweep(**(SWEPT | {"kind": "nonuniform", "sizes": [(2**10, 250)]})),
        lambda: gt.generate("uniform", **(MADE | {"width": 2**20, "depth": 250})),
        lambda: gt.generate("nonuniform", **(MADE | {"width": 2**9, "depth": 100})),
        lambda: games.growing_tree(width=10**6, depth=250, scheme="incremental", seed=1),
        lambda: backup.random_ranges(64, 16, 1),
        lambda: theory.error_model.simulate(ERRORS, 60, 10, RNG, w=1000),
    ],
)
def test_what_can_not_fit_is_refused_before_any_work(call):
    with pytest.raises(MemoryError, match=r"^[^\n]{10,300}$"):
        call()


def test_a_search_that_can_not_end_is_not_begun():
    with pytest.raises(
        ValueError, match=r"tree is U\(2,61\): alphabeta would examine about \d+ leaves or more"
    ):
        gt.search(gt.lazy_tree(width=2, depth=61, scheme="unordered", seed=1), "alphabeta")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gt.search(CHANCE, "pvs"), "tree is a gametree.chance.tree.Tree: it must be a Tree, "),
        (lambda: backup.search(CHANCE), "tree is a gametree.chance.tree.Tree: it must be a Tree, "),
        (lambda: chance.search(TREE, "star1"), "tree is a gametree.tree.Tree: it must be a chance.Tree, "),
        (lambda: enhance.search(TREE, "pvs"), "tree is a Tree: it must be a GameTree, "),
        (lambda: parallel.simulate(CHANCE, "sss*-parts", 2), "tree is a gametree.chance.tree.Tree: it must"),
        (
            lambda: parallel.search_in_threads(CHANCE),
            "tree is a gametree.chance.tree.Tree: it must be a Tree",
        ),
    ],
)
def test_a_class_of_the_same_name_is_told_by_its_module(call, words):
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value).startswith(words)


def test_sums_of_products_that_no_int64_holds_stay_exact():
    half = experiment.Sums(
        2**30,
        np.full((1, 3), 2**46),
        np.full((3, 1, 1), 2**62),
        np.zeros((0, 1, 3), np.int64),
        np.zeros((0, 1)),
    )
    both = half.with_next(*half)
    assert both.products.ravel().tolist() == [2**63] * 3
    assert both.sd()[0, 0] == pytest.approx(0.0, abs=1e-3)
    small = experiment.Sums.nothing(1)
    assert small.with_next(*small).products.dtype == np.int64


LEAVES = st.one_of(
    st.integers(-9, 9), st.floats(), st.integers(), st.text(max_size=2), st.booleans(), st.none(),
    st.complex_numbers(), st.just(np.float32(2)), st.just(np.array([1.0, 2.0])), st.just(np.ma.masked), st.just({}),
)  # fmt: skip
PLAIN = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple)
)
WITH_CHANCE = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(st.tuples(st.sampled_from([0.5, 1, 0.25, -1, "x"]), inner), max_size=3).map(tuple)
        | st.lists(inner, max_size=2).map(tuple)
    ),
)


@settings(suppress_health_check=list(HealthCheck))
@given(PLAIN)
def test_whatever_is_nested_becomes_a_tree_or_one_sentence(nested):
    try:
        assert Tree.from_nested(nested).n_leaves > 0
    except (ValueError, TypeError) as error:
        assert str(error) and "\n" not in str(error)


@settings(suppress_health_check=list(HealthCheck))
@given(WITH_CHANCE)
def test_whatever_is_nested_becomes_a_tree_with_chance_nodes_or_one_sentence(nested):
    try:
        assert chance.Tree.from_nested(nested).n_leaves > 0
    except (ValueError, TypeError) as error:
        assert str(error) and "\n" not in str(error)
