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

/** Room for labels of bars below each other, pixels. */
const LABELS_WIDTH = 130
/** Room for the value beside a bar, pixels. */
const VALUE_WIDTH = 44
/** Room for a point at the edge of a chart, pixels. */
const POINT_ROOM = 8

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
      {...(sideways && {
        orientation: 'vertical' as const,
        gridAxis: 'none' as const,
        withXAxis: false,
        withBarValueLabel: true,
        valueLabelProps: { fill: 'var(--chart-words)' },
        yAxisProps: { width: LABELS_WIDTH, interval: 0 },
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
      lineChartProps={{ margin: { top: POINT_ROOM, right: POINT_ROOM } }}
      curveType="linear"
      connectNulls={false}
    />
  )
}
