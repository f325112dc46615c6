"""Excel charts of a tab, made from the data of a sheet's pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from openpyxl.chart import AreaChart, LineChart, Reference
from openpyxl.chart.axis import ChartLines, DateAxis, NumericAxis, TextAxis
from openpyxl.chart.data_source import NumFmt
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series as Drawn
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import (
    CharacterProperties,
    Paragraph,
    ParagraphProperties,
    RegularTextRun,
    RichTextProperties,
)
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from peloton.reports.drawing import Chart, ChartKind, Picture, Series
from peloton.rules.words import printable
from peloton.writers.workbook.cells import figure_style
from peloton.writers.workbook.layout import TITLE_ROWS, Layout
from peloton.writers.workbook.rows import DAY, Rows

_Native = LineChart | AreaChart
_UPRIGHT = -5_400_000
"""Rotation of text that runs upwards, in 60,000ths of a degree."""

_ROW, _COLUMN, _LETTER = 0.529, 1.69, 0.185
"""Default height of a row, width of a column and width of a letter, in centimetres."""
_SHORT = 55
"""Maximum number of rows of the tables for which charts are below, not beside them."""
_WIDTH, _HEIGHT = 18, 9
"""Size of a chart, in centimetres."""
_ROWS = ceil(_HEIGHT / _ROW) + 1
"""Number of rows from the top of one chart to the top of the next."""
_FORMATS = {"seconds": "[m]:ss", "tenths": '0"\'"0'}
_SECONDS = (5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000)
_ROUND = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Possible steps between axis labels, for times and for other numbers."""
_LINES = 6
_HEADROOM, _HILL = 2.5, 60
"""Height of a profile's vertical axis, as a factor of its highest point, and the
minimum height assumed for that point."""
_LABELS = 12
"""Maximum number of labels on the horizontal axis."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartArea:
    """The cells covered by charts; columns and rows count from 1."""

    left: int
    right: int
    head: int
    foot: int

    @property
    def cells(self) -> str:
        """The range of the cells, such as `B5:H24`."""
        left, right = map(get_column_letter, (self.left, self.right))
        return f"{left}{self.head}:{right}{self.foot}"


def chart_places(
    plan: Layout,
) -> tuple[list[tuple[Picture, Chart]], ChartArea | None]:
    """Return the pictures that become charts, and the free cells where the charts go.

    The charts are one below another: below the tables if these are short, so that both
    are visible at once; else to the right of the tables.
    """
    charts = [
        (picture, chart)
        for picture in plan.sheet.pictures
        # A chart in which all values are 0, such as the profile of a flat course, is
        # left out.
        if (chart := picture.chart)
        and any(value for line in chart.series for value in line.values)
    ]
    if not charts:
        return [], None
    left, head = 1, plan.last_row + 2
    right = plan.columns_for(_WIDTH / _LETTER)
    if plan.last_row > _SHORT:
        left = max(plan.beside_the_title() + 1, plan.columns) + 2
        head = TITLE_ROWS + 2
        right = left + ceil(_WIDTH / _COLUMN) - 1
    foot = head + len(charts) * _ROWS - 2
    return charts, ChartArea(left=left, right=right, head=head, foot=foot)


def add_charts(
    page: Worksheet,
    rows: Rows,
    plan: Layout,
    charts: Sequence[tuple[Picture, Chart]],
    area: ChartArea | None,
) -> None:
    """Add the charts, with their data in hidden rows below all other rows."""
    if area is None:
        return
    # Append empty rows to make room for the charts above the hidden data.
    last = area.foot if area.left == 1 else plan.last_row
    while rows.count < last:
        rows.append()
    for number, (picture, chart) in enumerate(charts):
        head = rows.count + 1
        titles = [rows.text(series.title, "text") for series in chart.series]
        rows.append([None, *titles], hidden=True)
        style = figure_style(plan.sheet.unit) if chart.timed else "Normal"
        values = zip(*(series.values for series in chart.series), strict=True)
        for category, figures in zip(chart.categories, values, strict=True):
            cells = (None if v is None else rows.number(v, style) for v in figures)
            rows.append([rows.number(category), *cells], hidden=True)
        drawn = _drawn(page, picture, chart, head, plan.sheet.unit)
        top = area.head + number * _ROWS
        page.add_chart(drawn, f"{get_column_letter(area.left)}{top}")


def _drawn(
    page: Worksheet, picture: Picture, chart: Chart, row: int, unit: str
) -> _Native:
    """Return the chart of the data below `row`, which holds the series' titles."""
    profile = chart.kind is ChartKind.PROFILE
    drawn: _Native = AreaChart() if profile else LineChart()
    drawn.title = _title(picture.title, 1200, bold=True)
    drawn.width, drawn.height = _WIDTH, _HEIGHT
    # By default Excel does not draw data in hidden rows.
    drawn.visible_cells_only = False
    several = len(chart.series) > 1 and not profile
    drawn.legend = Legend(legendPos="b") if several else None
    last = row + len(chart.categories)
    points = LineChart() if profile else drawn
    for column, series in enumerate(chart.series, 2):
        values = Reference(page, min_col=column, min_row=row, max_row=last)
        figures = SeriesFactory(values, title_from_data=True)
        if points is drawn or not drawn.series:
            _colour(figures, chart.kind, series)
            drawn.append(figures)
        else:
            # A point on the road, such as a summit, is a marker with its name above it.
            fill = series.colour[1:]
            figures.spPr = GraphicalProperties(ln=LineProperties(noFill=True))
            figures.marker = _marker("triangle", 7, fill)
            figures.dLbls = _names()
            points.append(figures)
    across = Reference(page, min_col=1, min_row=row + 1, max_row=last)
    drawn.set_categories(across)
    if points is drawn:
        _set_axes(drawn, chart, unit)
    else:
        points.set_categories(across)
        drawn.x_axis, drawn.y_axis = points.x_axis, points.y_axis = _scale(chart)
        drawn += points
    return drawn


def _marker(symbol: Literal["circle", "triangle"], size: int, fill: str) -> Marker:
    look = GraphicalProperties(solidFill=fill, ln=LineProperties(solidFill=fill))
    return Marker(symbol=symbol, size=size, spPr=look)


def _names() -> DataLabelList:
    letters = ParagraphProperties(defRPr=CharacterProperties(sz=900))
    upwards = RichText(
        bodyPr=RichTextProperties(rot=_UPRIGHT, vert="horz"), p=[Paragraph(pPr=letters)]
    )
    labels = DataLabelList(dLblPos="t", showSerName=True, txPr=upwards)
    # Switch the other parts of the label off, because Excel shows them by default.
    labels.showLegendKey = labels.showVal = labels.showCatName = False
    labels.showPercent = labels.showBubbleSize = False
    return labels


def _scale(chart: Chart) -> tuple[DateAxis, NumericAxis]:
    """Return the axes of a profile, with distances to scale.

    In Excel only a date axis is to scale. The vertical axis has no labels, because game
    boards give no heights.
    """
    last = max(chart.categories)
    highest = max(_HILL, *filter(None, chart.series[0].values))
    step = _every(last + 1)
    across = DateAxis(
        axId=500, crossAx=100, numFmt=NumFmt("0"), majorUnit=step, majorTimeUnit="days"
    )
    across.baseTimeUnit, across.delete = "days", False
    across.title = _title(chart.across, 900)
    upwards = NumericAxis(
        axId=100, crossAx=500, majorGridlines=None, crossBetween="midCat"
    )
    upwards.delete = True
    # Leave room above the road for the names of the points on it.
    upwards.scaling.min, upwards.scaling.max = 0, _HEADROOM * highest
    return across, upwards


def _set_axes(drawn: _Native, chart: Chart, unit: str) -> None:
    every = _every(len(chart.categories))
    across = TextAxis(axId=10, crossAx=100, tickLblSkip=every, tickMarkSkip=every)
    upwards = NumericAxis(axId=100, crossAx=10)
    across.delete = upwards.delete = False
    across.title, upwards.title = _title(chart.across, 900), _title(chart.upwards, 900)
    grey = LineProperties(solidFill="E3E3E3", w=6350)
    upwards.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=grey))
    upwards.number_format = "0"
    if chart.timed:
        style = figure_style(unit)
        upwards.number_format = _FORMATS[style]
        # Otherwise Excel would label a time axis in decimal fractions of a day.
        upwards.majorUnit = _seconds(chart) / DAY if style == "seconds" else None
    if chart.reversed:
        upwards.scaling.orientation = "maxMin"
        # On a reversed axis the highest value is at the bottom: put the labels there.
        across.tickLblPos = "high"
    drawn.x_axis, drawn.y_axis = across, upwards


def _every(categories: int) -> int:
    """Return the step between labels on the horizontal axis, such as 5 for 0, 5, 10."""
    return _step_of(_ROUND, categories / _LABELS)


def _seconds(chart: Chart) -> int:
    """Return the number of seconds between two grid lines of a chart."""
    values = [value for series in chart.series for value in series.values if value]
    span = max(values, default=0) - min([0, *values])
    return _step_of(_SECONDS, span / _LINES)


def _step_of(steps: Sequence[int], needed: float) -> int:
    return next((step for step in steps if step >= needed), steps[-1])


def _colour(series: Drawn, kind: ChartKind, figures: Series) -> None:
    fill = figures.colour[1:]
    if kind is ChartKind.LINE:
        line = LineProperties(solidFill=fill, w=22_000)
        line.prstDash = figures.dash.value
        series.smooth = False
        series.spPr = GraphicalProperties(ln=line)
        series.marker = _marker("circle", 5, fill)
    else:
        edge = LineProperties(solidFill="808080", w=6350)
        series.spPr = GraphicalProperties(solidFill=fill, ln=edge)


def _title(text: str, size: int, *, bold: bool = False) -> Title:
    """Return the title of a chart or an axis, which must not overlap the plot."""
    letters = CharacterProperties(sz=size, b=bold)
    run = RegularTextRun(rPr=letters, t=printable(text))
    line = Paragraph(pPr=ParagraphProperties(defRPr=letters), r=[run])
    return Title(tx=Text(rich=RichText(p=[line])), overlay=False)
