"""The worked examples of the papers, and small trees with the properties that their lost figures showed."""

from __future__ import annotations

from gametree._checks import shown
from gametree.tree import Tree

SPECIMEN = [[[12, 8], 6, [11, 14, 20]], [[40], [8, 47, 17, 23]]]
"""The specimen tree of Muszycka 1985, Figures 1-3, 7 and 8, as a nested list."""


def specimen() -> Tree:
    """Return the specimen tree of Muszycka 1985: value 40, principal continuation p2, p21, p211.

    >>> import gametree as gt
    >>> gt.search(gt.examples.specimen(), "alphabeta").value
    40
    """
    return Tree.from_nested(SPECIMEN)


PI = "314159265358979323846264338327950288419716939937510582097494459230781640628620899"
"""The first 81 digits of pi."""


def pi_tree(digits: str = PI) -> Tree:
    """Return the tree of Knuth & Moore 1975, Figures 1-3: U(3,4), the digits of pi at its leaves; value 2.

    MAX is to move at level 4 as at the root, so the paper's f, which is from the point of view of the player
    to move, is the static value.

    >>> import gametree as gt
    >>> gt.search(gt.examples.pi_tree(), "minimax").value
    2
    """
    if not isinstance(digits, str) or len(digits) != 81 or not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"digits is {shown(digits)}: it must be a text of 81 digits")
    return Tree.uniform(3, 4, [float(digit) for digit in digits])


def figure_4() -> tuple[Tree, tuple[int, ...]]:
    """Return the smallest tree in which Alphabeta prunes a node that Branch-and-bound examines, and that node.

    p1 is worth 1 to MAX; in p2 the leaf p2111 shows that MIN can hold MAX to 0.  Only a bound that was
    carried down from the root shows it at level 3: a deep cut-off (Muszycka 1985, Figure 4; Knuth & Moore
    1975, section 3).

    >>> import gametree as gt
    >>> tree, (node,) = gt.examples.figure_4()
    >>> tree.name(node)
    'p2112'
    >>> [gt.search(tree, name).leaves for name in ("branch-and-bound", "alphabeta")]
    [3, 2]
    """
    tree = Tree.from_nested([1, [[[0, 2]]]])
    return tree, (tree.node([1, 0, 0, 1]),)


def figure_5() -> tuple[Tree, tuple[int, ...]]:
    """Return the smallest tree in which PVS prunes a node that Palphabeta examines, and that node.

    p2 proves better than p1 and is searched again.  Palphabeta does so with Alphabeta, in an open window.
    PVS keeps asking with minimal windows inside p2: is p212 better for MAX than p211 = 2?  p2121 does not
    refute it once p21211 = 4 is known, so p21212 is left out (Muszycka 1985, Figure 5).  SSS* examines
    p21212 too: it does not always create the fewest nodes.

    >>> import gametree as gt
    >>> tree, (node,) = gt.examples.figure_5()
    >>> tree.name(node)
    'p21212'
    >>> [gt.search(tree, name).leaves for name in ("palphabeta", "pvs", "sss*")]
    [5, 4, 5]
    """
    tree = Tree.from_nested([1, [[2, [[4, 3], 0]]]])
    return tree, (tree.node([1, 0, 1, 0, 1]),)


def figure_6() -> tuple[Tree, tuple[int, ...]]:
    """Return the smallest tree in which Scout examines a node that Palphabeta and PVS prune, and that node.

    The probe of p2 finds that it is worth at least as much as a bound that Palphabeta and PVS take into the
    second search.  Test returned only yes or no, so Scout begins again without a bound (Muszycka 1985,
    Figure 6).

    >>> import gametree as gt
    >>> tree, (node,) = gt.examples.figure_6()
    >>> tree.name(node)
    'p2112'
    >>> [gt.search(tree, name).leaves for name in ("palphabeta", "pvs", "scout")]
    [3, 3, 4]
    """
    tree = Tree.from_nested([2, [[[1, 0], 3]]])
    return tree, (tree.node([1, 0, 0, 1]),)


def figure_57() -> tuple[Tree, tuple[int, ...]]:
    """Return the smallest tree in which Scout with testm examines a node that it does not examine with Test; and that node.

    p1 is worth 6 and p21 no more, so p2, where MIN moves, can't be better than p1: p22 need not be examined.
    testm knows only >, takes the 6 at p211 for a yes and continues (Muszycka 1985, Appendix 1, Figure 57).

    >>> import gametree as gt
    >>> tree, (node,) = gt.examples.figure_57()
    >>> tree.name(node), gt.search(tree, "scout").leaves, tree.n_leaves
    ('p22', 2, 3)
    """
    tree = Tree.from_nested([6, [[6], 7]])
    return tree, (tree.node([1, 1]),)


def figure_57_in_full() -> tuple[Tree, tuple[int, ...]]:
    """Return a tree with the nodes that the caption of Figure 57 names, and those that only testm examines.

    p21 is 6, and so is p22 after p221: p222, p2221 and p2222 can't matter (Muszycka 1985, Appendix 1).

    >>> import gametree as gt
    >>> tree, nodes = gt.examples.figure_57_in_full()
    >>> [tree.name(node) for node in nodes]
    ['p222', 'p2221', 'p2222']
    """
    tree = Tree.from_nested([0, [6, [[6], [7, 8]]]])
    return tree, tuple(tree.node(path) for path in ([1, 1, 1], [1, 1, 1, 0], [1, 1, 1, 1]))


def critical_tree() -> Tree:
    """Return a tree for Figures 1 to 3 of de Bruin, Pijls & Plaat 1994, whose leaves are lost: value 6, as printed.

    U(2,4) with sixteen different values; the critical path is not the leftmost, which shows that types of nodes depend
    on solution trees, not on the order of children.

    >>> import gametree as gt
    >>> gt.search(gt.examples.critical_tree(), "sss*").value
    6
    """
    leaves = [4, 9, 14, 2, 3, 16, 5, 12, 1, 11, 6, 10, 7, 8, 13, 15]
    return Tree.uniform(2, 4, [float(value) for value in leaves])
