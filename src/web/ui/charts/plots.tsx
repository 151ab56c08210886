import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import classes from './chart.module.css'
import { type ChartData, keyOf } from './chart-data.ts'
import { colourOf, DASHES, dotOf, FILLS, fillOf } from './patterns.tsx'

interface PlotProps extends ChartData {
  title: string
  /** The id of the patterns on the page. */
  id: string
}

/** The most room for labels of bars below each other, pixels; longer ones take a second line. */
const MOST_LABELS_WIDTH = 240
/** The width of a letter, and the room beside a label, in which the library moves it. */
const LETTER = 7.4
const BESIDE_LABEL = 20
/** Room for the value beside a bar, pixels. */
const VALUE_WIDTH = 44
/** Room for a point at the edge of a chart, pixels. */
const POINT_ROOM = 8

/** The width of labels, so that none is cut off. */
const labelsWidth = (points: PlotProps['points']) =>
  Math.min(MOST_LABELS_WIDTH, Math.max(...points.map(({ label }) => label.length), 1) * LETTER + BESIDE_LABEL)

/** The axis of labels below each other: the library would wrap them at a width that it does not show whole. */
function sideAxis(points: PlotProps['points']) {
  const width = labelsWidth(points)
  const tick = { transform: 'translate(-10, 0)', fontSize: 12, fill: 'currentColor', width: width - BESIDE_LABEL }
  return { width, interval: 0, tick }
}

/** The axis of labels beside each other: every place has its tick if there are some, else as many as have room. */
function bottomAxis(points: PlotProps['points']) {
  const ticks = new Map(points.flatMap(({ label, tick }) => (tick === undefined ? [] : [[label, tick]])))
  return ticks.size > 0
    ? { interval: 0, tickFormatter: (label: string) => ticks.get(label) ?? label }
    : { interval: 'equidistantPreserveStart' as const }
}

const indexOf = (name: string) => Number(name.slice(1))

/** Props of both kinds of chart: one picture to assistive technology, which has the table. */
function shared({ title, series, points, format = String }: PlotProps) {
  return {
    role: 'img',
    'aria-label': `Chart: ${title}`,
    className: classes.chart,
    data: points.map(({ label, values }) => ({
      label,
      ...Object.fromEntries(series.map((_, index) => [keyOf(index), values[index] ?? null])),
    })),
    dataKey: 'label',
    accessibilityLayer: false,
    // A missing value has no label.
    valueFormatter: (value: number | null) => (value === null ? '' : format(value)),
    gridColor: 'var(--qs-border)',
    textColor: 'var(--chart-words)',
    tickLine: 'none' as const,
  }
}

/** Draws bars. */
export function BarPlot({ sideways, ...plot }: PlotProps & { sideways: boolean }) {
  const { id, series } = plot
  return (
    <BarChart
      {...shared(plot)}
      series={series.map((label, index) => ({ name: keyOf(index), label, color: fillOf(id, index) }))}
      barProps={({ name }) => ({ stroke: colourOf(indexOf(name)), strokeOpacity: 1, radius: 2 })}
      maxBarWidth={28}
      xAxisProps={bottomAxis(plot.points)}
      {...(sideways && {
        orientation: 'vertical' as const,
        gridAxis: 'none' as const,
        withXAxis: false,
        withBarValueLabel: true,
        valueLabelProps: { fill: 'var(--chart-words)' },
        yAxisProps: sideAxis(plot.points),
        barChartProps: { margin: { right: VALUE_WIDTH } },
      })}
    />
  )
}

/** Draws lines. */
export function LinePlot(plot: PlotProps) {
  return (
    <LineChart
      {...shared(plot)}
      series={plot.series.map((label, index) => ({
        name: keyOf(index),
        label,
        color: colourOf(index),
        strokeDasharray: DASHES[index % FILLS],
      }))}
      lineProps={({ name }) => ({ dot: dotOf(indexOf(name)) })}
      xAxisProps={bottomAxis(plot.points)}
      lineChartProps={{ margin: { top: POINT_ROOM, right: POINT_ROOM } }}
      curveType="linear"
      connectNulls={false}
    />
  )
}
