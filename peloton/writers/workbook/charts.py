"""Excel charts of a tab, made from the data of a sheet's pictures."""

from openpyxl.chart import Reference, ScatterChart
from openpyxl.chart.axis import ChartLines, NumericAxis
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.legend import Legend
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
from openpyxl.worksheet.worksheet import Worksheet

from peloton.reports.drawing import Chart, Picture
from peloton.reports.sheet import Sheet
from peloton.rules.words import printable
from peloton.writers.workbook.cells import figure_style
from peloton.writers.workbook.layout import sheet_charts
from peloton.writers.workbook.rows import DAY, Rows

_UPRIGHT = -5_400_000
"""Rotation of text that runs upwards, in 60,000ths of a degree."""

_WIDTH, _HEIGHT = 18, 9
"""Size of a chart, in centimetres."""
CHART_ROWS = 19
"""Number of rows from the top of one chart to the top of the next."""
_FORMATS = {"seconds": "[m]:ss", "tenths": '0"\'"0'}


def add_charts(page: Worksheet, rows: Rows, sheet: Sheet) -> int:
    """Add charts below the text, with their data in hidden rows below the charts.

    Return the number of the last row that is not hidden.
    """
    charts, top = sheet_charts(sheet), rows.count + 2
    while charts and rows.count < top + len(charts) * CHART_ROWS - 1:
        rows.append()
    last = rows.count
    for number, (picture, chart) in enumerate(charts):
        head = rows.count + 1
        titles = [rows.text(series.title, "text") for series in chart.series]
        rows.append([None, *titles], hidden=True)
        style = figure_style(sheet.unit) if chart.timed else "Normal"
        values = zip(*(series.values for series in chart.series), strict=True)
        for category, figures in zip(chart.categories, values, strict=True):
            cells = (None if v is None else rows.number(v, style) for v in figures)
            rows.append([rows.number(category), *cells], hidden=True)
        drawn = _drawn(page, picture, chart, head, sheet.unit)
        page.add_chart(drawn, f"A{top + number * CHART_ROWS}")
    return last


def _drawn(
    page: Worksheet, picture: Picture, chart: Chart, row: int, unit: str
) -> ScatterChart:
    """Return the chart of the data below `row`, which holds the series' titles."""
    drawn = ScatterChart(scatterStyle="lineMarker")
    drawn.title = _title(picture.title, 1200, bold=True)
    drawn.width, drawn.height = _WIDTH, _HEIGHT
    # By default Excel does not draw data in hidden rows.
    drawn.visible_cells_only = False
    lines = [series for series in chart.series if not series.points]
    drawn.legend = Legend(legendPos="b") if len(lines) > 1 else None
    last = row + len(chart.categories)
    across = Reference(page, min_col=1, min_row=row + 1, max_row=last)
    for column, series in enumerate(chart.series, 2):
        values = Reference(page, min_col=column, min_row=row, max_row=last)
        figures = SeriesFactory(values, across, title_from_data=True)
        line, marker, fill = figures.spPr.ln, figures.marker, series.colour[1:]
        if series.points:
            line.noFill, marker.symbol, figures.dLbls = True, "triangle", _names()
        else:
            line.solidFill, line.w, line.prstDash = fill, 22_000, series.dash.value
            marker.symbol = "circle" if len(lines) > 1 else "none"
        marker.size = 6
        marker.spPr.solidFill = marker.spPr.ln.solidFill = fill
        figures.smooth = False
        drawn.append(figures)
    _set_axes(drawn, chart, unit)
    return drawn


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


def _set_axes(drawn: ScatterChart, chart: Chart, unit: str) -> None:
    across, upwards = NumericAxis(axId=10, crossAx=100), drawn.y_axis
    drawn.x_axis = across
    across.title, across.majorGridlines = _title(chart.across, 900), None
    across.number_format, across.majorUnit = "0", chart.across_step
    across.scaling.min, across.scaling.max = chart.categories[0], chart.categories[-1]
    across.delete, upwards.delete = False, not chart.upwards
    upwards.majorGridlines, upwards.number_format = None, "0"
    if chart.upwards:
        upwards.title = _title(chart.upwards, 900)
        grey = LineProperties(solidFill="E3E3E3", w=6350)
        upwards.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=grey))
    if chart.timed:
        style = figure_style(unit)
        upwards.number_format = _FORMATS[style]
        # Otherwise Excel would label a time axis in decimal fractions of a day.
        upwards.majorUnit = chart.upwards_step / DAY if style == "seconds" else None
    if chart.top:
        upwards.scaling.min, upwards.scaling.max = 0, chart.top
    if chart.reversed:
        upwards.scaling.orientation = "maxMin"
        # On a reversed axis the highest value is at the bottom: put the labels there.
        across.tickLblPos = "high"


def _title(text: str, size: int, *, bold: bool = False) -> Title:
    """Return the title of a chart or an axis, which must not overlap the plot."""
    letters = CharacterProperties(sz=size, b=bold)
    run = RegularTextRun(rPr=letters, t=printable(text))
    line = Paragraph(pPr=ParagraphProperties(defRPr=letters), r=[run])
    return Title(tx=Text(rich=RichText(p=[line])), overlay=False)
