"""When deeper search decides worse: error models, games on boards, backing-up rules, and how often they decide right.

Muszycka 1985, chapter 5, and Nau 1983.
"""
