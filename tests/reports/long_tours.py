"""Grand tours of any number of stages, with names of real riders and places."""

from peloton.rules.results import Race
from tests.scored import race_of

TEAMS = {
    "UAE Team Emirates XRG": ("Tadej Pogačar", "Jhonatan Narváez", "João Almeida"),
    "Team Visma | Lease a Bike": ("Jonas Vingegaard Hansen", "Wout van Aert"),
    "Alpecin-Deceuninck": ("Mathieu van der Poel", "Jasper Philipsen"),
    "Soudal Quick-Step": ("Remco Evenepoel", "Valentin Paret-Peintre"),
    "Red Bull - BORA - hansgrohe": ("Florian Lipowitz", "Primož Roglič"),
    "Intermarché - Wanty": ("Biniam Girmay Hailu", "Jonas Rutsch"),
}
PLACES = (
    *("Lille Métropole", "Lauwin-Planque", "Boulogne-sur-Mer", "Valenciennes"),
    *("Dunkerque", "Amiens Métropole", "Rouen", "Caen", "Bayeux", "Vire Normandie"),
    *("Saint-Malo", "Mûr-de-Bretagne Guerlédan", "Saint-Méen-le-Grand", "Laval"),
    *("Chinon", "Châteauroux", "Ennezat", "Le Mont-Dore Puy de Sancy", "Toulouse"),
    *("Auch", "Hautacam", "Loudenvielle", "Peyragudes", "Luchon-Superbagnères"),
    *("Muret", "Carcassonne", "Montpellier", "Mont Ventoux", "Bollène", "Valence"),
)


def grand_tour(stages: int) -> Race:
    """Return a finished tour with climbs, sprints and another winner on every stage."""
    lines = ["[tour]", 'name = "Le Grand Tour"', 'rulebook = "road"']
    bibs, bib = [], 0
    for number, (team, riders) in enumerate(TEAMS.items()):
        colour = f"#{(number * 2_345_679 + 1_193_046) % 0xFFFFFF:06x}"
        lines += ["[[team]]", f'code = "T{number}"', f'name = "{team}"']
        lines.append(f'colour = "{colour}"')
        for rider in riders:
            bib += 1
            bibs.append(str(bib))
            lines += ["[[team.rider]]", f'bib = "{bib}"', f'name = "{rider}"']
            lines += ["young = true"] * (bib % 3 == 0)
    for stage in range(stages):
        first, last = (PLACES[(stage + n) % len(PLACES)] for n in (0, 1))
        order = bibs[stage % len(bibs) :] + bibs[: stage % len(bibs)]
        lines += ["[[stage]]", f'name = "{first} - {last}"', "length = 180"]
        lines += ["sections = [", f'{{ kind = "mountain", name = "Col de {last}",']
        lines[-1] += ' from = 150, to = 160, category = "1" }]'
        lines.append(f'sprints = [{{ name = "{first} centre", at = 60 }}]')
        lines += ['finish = """', f"{order[0]} 4:{stage % 60:02}:07"]
        lines += [f"{rider} +0:{n * 4:02}" for n, rider in enumerate(order[1:], 1)]
        lines += ['"""', "[stage.crossings]"]
        lines.append(f'"Col de {last}" = "{" ".join(order[1:5])}"')
        lines.append(f'"{first} centre" = "{" ".join(order[2:8])}"')
    return race_of("\n".join(lines))
