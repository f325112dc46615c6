"""The columns of all tables, written by `python -m tests.store.column_list`.

A column is `name=kind`, with * if it is part of the primary key, ? if it may be NULL.
"""

TABLES = {
    "journal": """
        id=id* tour=text number=int seconds=int what=text current_before=text?
        current_after=text? undone=int? dropped=flag stages=text before=json
        after=json drafts=json? user_name=text? host=text? version=text?
        previous=text
    """,
    "journal_head": "tour=text* number=int hash=text row_hashes=json",
    "rulebook": "hash=text* text=text",
    "tour": """
        id=id* name=text step=int rulebook=text date=text? day=text? riders=int
        stages=int ridden=int
    """,
    "award": """
        tour_id=int* stage=int* award=text* position=int* classification=text
        place=int bib=text points=int
    """,
    "current_tour": "id=int* tour_id=int",
    "draft": "tour_id=int* stage=int* text=text base=text heard=json?",
    "jersey": """
        tour_id=int* stage=int* position=int* jersey=text classification=text
        leader=text wearer=text?
    """,
    "ledger": """
        tour_id=int* stage=int* ledger=text* position=int* bib=text? team=text?
        received=int? used=int? balance=int?
    """,
    "palmares": """
        tour_id=int* place_1=int place_2=int place_3=int place_4=int place_5=int
        place_6=int place_7=int place_8=int place_9=int place_10=int place_11=int
        place_12=int place_13=int place_14=int place_15=int place_16=int bib=text*
        rider_key=text? namesake=flag team=text? ghost=flag tour_won=int
        stages_won=int climbs_won=int sprints_won=int final_general=int
        final_points=int final_mountains=int final_active=int final_combative=int
        final_young=int final_combination=int days_general=int days_points=int
        days_mountains=int days_active=int days_combative=int days_young=int
        days_combination=int
    """,
    "part": "tour_id=int* name=text* body=json",
    "result": """
        tour_id=int* stage=int* position=int* place=int? bib=text status=text
        time=int? gap=int? bonus=int penalty=int points=int mountains=int
    """,
    "rider": """
        tour_id=int* bib=text* position=int name=text team=text? type=text?
        young=flag captain=flag neutral=flag joins=int?
    """,
    "scored_tour": """
        tour_id=int* step=int scoring=int unit=text stages=int? ridden=int
        finished=flag won_by=text? winner=text? margin=int?
    """,
    "section": """
        tour_id=int* stage=int* position=int* kind=text name=text start_at=int?
        end_at=int? category=text?
    """,
    "stage": """
        tour_id=int* number=int* name=text kind=text date=text? length=int?
        profile=text? ridden=flag winner=text? margin=int?
    """,
    "standing": """
        tour_id=int* stage=int* classification=text* position=int* rank=int bib=text
        time=int? gap=int? points=int? tie=text?
    """,
    "team": """
        tour_id=int* code=text* position=int name=text player=text colour=text
        ghost=text
    """,
    "team_palmares": """
        tour_id=int* place_1=int place_2=int place_3=int place_4=int place_5=int
        place_6=int place_7=int place_8=int place_9=int place_10=int place_11=int
        place_12=int place_13=int place_14=int place_15=int place_16=int team=text*
        team_key=text player_key=text? ghost=flag tour_won=int won_by_riders=int
        final_teams=int
    """,
    "team_result": """
        tour_id=int* stage=int* position=int* rank=int team=text time=int?
        points=int?
    """,
    "team_standing": """
        tour_id=int* stage=int* classification=text* position=int* rank=int
        team=text time=int? gap=int? points=int? tie=text?
    """,
}

DERIVED = (
    "award",
    "jersey",
    "ledger",
    "palmares",
    "result",
    "rider",
    "scored_tour",
    "section",
    "stage",
    "standing",
    "team",
    "team_palmares",
    "team_result",
    "team_standing",
)

SHAPE = (
    "137f842c tours stages team_list riders results team_results jerseys purse "
    "extra_turns team_turns"
)
