"""Ties in the Tour de France 2018: two road stages, then a team time trial.

Sources: `rfordatascience/tidytuesday` (2020-04-07, stage_data.csv) for the road stages,
and a test fixture of `themm1/procyclingstats` for the standings, from which the times
of the time trial follow. Places on stage 2 are known down to 124. The others follow
here in the order of their bibs, and nothing that is compared depends on their times.
"""

from typing import Any

from tests.scored import scored

TEAMS = """
SKY 1, EFD 11, ALM 21, SUN 31, FST 41, TBM 51, MTS 61, MOV 71, BMC 81, UAE 91, QST 101,
BOH 111, AST 121, TDD 131, KAT 141, FDJ 151, TLJ 161, LTS 171, TDE 181, TFS 191,
COF 201, WGG 211
"""
"""Each team with the lowest of its eight bibs."""
STAGE_1 = """
0: 103 111 144 95 201 163 31 194 121 114 51 213 182 8 105 128 107 104 132 52 198
0: 216 101 87 123 171 32 41 172 56 127 75 106 21 133 131 27 78 148 191 156 161 141
0: 11 116 181 207 208 217 54 147 91 47 166 88 15 183 44 157 36 177 175 38
22: 53
24: 23 197
32: 98
33: 108
34: 167 17
40: 145
42: 122 138 126 48 113 112 46 118 195 12 96
51: 81 61 16 158 214 55 168 193 1 192 37 58 188 143 125 92 93 42 203 67 211
62: 94
64: 134 135 24
72: 212 187
74: 68
75: 72 71 2
77: 73
78: 218 33 165 164 184
82: 34 202
87: 86 43
90: 115 153 35
98: 5
112: 74
120: 146
131: 26
136: 174 28
139: 14 18
144: 136 186 102 196 152 77 204 185 85 57 117 206 97 4 205 7
162: 82
164: 6 142 76
168: 22
180: 63
182: 215 62 83 25 178 173 45
192: 176
244: 84 64 65 66 137 124 162
263: 155 151 154
348: 3
470: 13
"""
"""Riders in the order of the finish, behind the seconds they lost."""
STAGE_2 = """
0: 111 52 151 171 95 213 78 216 194 104 101 198 218 105 87 32 26 81 16 193 4 61 8
0: 211 121 21 214 103 83 85 1 163 2 47 131 71 41 191 141 51 11 217 113 36 181 143
0: 158 166 64 156 91 88 161 114 56 75 28 38 175 54 37 132 58 172 125 76 44 183 133
0: 208 116 27 18 33 135 153 23 212 168 148 43 182 42 176 84 138 12 145 134 188 24
0: 68 62 167 185 96 25 34 93 92 187 136 74 165 115 35 46 14 15 112 94 192 177 195
0: 164 126 128
39: 106 186
0: 157
39: 48
0: 55
47: 184 123
"""
"""157 and 55 fell in the last three kilometres: the winner's time, in later places."""
DID_NOT_FINISH = "127"
TEAM_TIMES = """
BMC 38:46, SKY 38:50, QST 38:53, MTS 38:55, SUN 38:57, EFD 39:21, BOH 39:36, AST 39:37,
KAT 39:38, MOV 39:39, TBM 39:52, TLJ 40:01, ALM 40:01, TFS 40:02, UAE 40:24, FDJ 40:28,
FST 40:32, TDE 40:37, TDD 40:38, LTS 40:38, WGG 41:10, COF 42:09
"""
DROPPED = {"15": "39:42", "128": "39:52", "68": "38:58"}
"""The times of riders dropped by their teams, of those who are compared."""
BONUS = "183 104 8"
"""The order at the bonus sprint of stage 2."""
GENERAL = """
9:08:55 87 88
9:08:58 8
9:09:00 104
9:09:02 105 101
9:09:06 32 36
9:09:30 11
9:09:45 114 116
9:09:46 121 81
9:09:47 141
9:09:48 78 75
9:09:50 1
9:09:51 15
9:09:55 61
9:10:01 51 54 128
9:10:10 21 161 166
9:10:11 194 198 191
9:10:14 2
9:10:21 16 68
9:10:27 112
9:10:28 126 34
9:10:33 95 91
9:10:36 35
9:10:37 156 125 157
9:10:41 41
"""
"""Riders of the first 44 ranks after stage 3 whose places on both stages are known."""
TEAM_RANKS = """
QST WGG AST TFS BOH TBM KAT TDD SUN TLJ LTS TDE FST ALM UAE EFD BMC FDJ MOV SKY MTS
"""
"""The team classification after stage 2, without COF."""
WINNERS = 4 * 3600 + 23 * 60 + 32, 4 * 3600 + 6 * 60 + 37
"""The winner's seconds on each of the two road stages."""


def pairs(text: str) -> list[list[str]]:
    return [pair.split() for pair in text.split(",")]


def finish(block: str) -> list[tuple[str, int]]:
    """Return (bib, seconds behind the winner) in the order of the finish."""
    lines = (line.partition(": ") for line in block.strip().splitlines())
    return [(bib, int(gap)) for gap, _, bibs in lines for bib in bibs.split()]


def clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def stage(kind: str, lines: list[str], course: str, more: str) -> str:
    rows = "\n".join(lines)
    return f'[[stage]]\nkind = \'{kind}\'\n{course}\nfinish = """\n{rows}\n"""\n{more}'


def tour_text() -> str:
    """Return the three stages as a tour file."""
    text = ['[tour]\nname = "Tour 2018"\nrulebook = "road"\nstages = 21']
    text.append('[tour.rules]\n"ttt.rider" = 4')
    bibs: dict[str, list[str]] = {}
    for code, lowest in pairs(TEAMS):
        bibs[code] = [str(bib) for bib in range(int(lowest), int(lowest) + 8)]
        text.append(f'[[team]]\ncode = "{code}"')
        text += [f'[[team.rider]]\nbib = "{bib}"' for bib in bibs[code]]
    first, second = finish(STAGE_1), finish(STAGE_2)
    placed = {DID_NOT_FINISH, *(bib for bib, _ in second)}
    second += [(b, 600) for team in bibs.values() for b in team if b not in placed]
    one, two = (
        [f"{bib} {clock(winner + gap)}" for bib, gap in rows]
        for winner, rows in zip(WINNERS, (first, second), strict=True)
    )
    three = [
        f"{bib} {DROPPED.get(bib, time)}"
        for code, time in pairs(TEAM_TIMES)
        for bib in bibs[code]
        if bib != DID_NOT_FINISH
    ]
    sprint = "sprints = [{ name = 'Bonus', points = [], bonus = [3, 2, 1] }]"
    order = f"[stage.crossings]\nBonus = '{BONUS}'"
    text.append(stage("road", one, "", ""))
    text.append(stage("road", [*two, f"DNF {DID_NOT_FINISH}"], sprint, order))
    return "\n".join([*text, stage("ttt", three, "", "")])


DOCUMENT: Any = scored(tour_text())


def test_equal_times_are_parted_as_in_the_published_general_classification() -> None:
    """RR-2: 13 groups of two or three riders, parted by the sum of their places."""
    groups = [line.split() for line in GENERAL.strip().splitlines()]
    expected = [(bib, time) for time, *bibs in groups for bib in bibs]
    listed = {bib for bib, _ in expected}
    general = DOCUMENT["stages"][2]["general"]
    found = [(r["bib"], clock(r["time"])) for r in general if r["bib"] in listed]

    assert found == expected
    assert sum(len(bibs) > 1 for _, *bibs in groups) == 13


def test_level_teams_are_parted_as_in_the_published_team_classification() -> None:
    """RR-6: stage wins as a team, then second ranks, and so on."""
    ranks = [row["team"] for row in DOCUMENT["stages"][1]["teams"]]

    assert [team for team in ranks if team != "COF"] == TEAM_RANKS.split()
