import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, Suspense, useId } from 'react'
import { EMPTY } from '#web/lib/format/dates.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import classes from './chart.module.css'
import type { ChartData } from './chart-data.ts'
import { FILLS, Patterns, Swatch } from './patterns.tsx'

// The library is large, and loaded with the first chart that is shown.
const BarPlot = lazyPart(() => import('./plots.tsx').then((plots) => plots.BarPlot))
const LinePlot = lazyPart(() => import('./plots.tsx').then((plots) => plots.LinePlot))

interface ChartProps extends ChartData {
  /** The measure with its unit: 'Volume booked, CBM'. */
  title: string
}

/** The height in pixels. */
const HEIGHT = 220
const BAR_HEIGHT = 26
const AXIS_HEIGHT = 36

/** Bars beside each other, or below each other (`sideways`) with room for long labels. */
export function BarChart({ sideways = false, ...chart }: ChartProps & { sideways?: boolean }) {
  const height = sideways ? chart.points.length * chart.series.length * BAR_HEIGHT + AXIS_HEIGHT : HEIGHT
  return (
    <Frame {...chart} height={height}>
      {(id) => <BarPlot {...chart} id={id} sideways={sideways} />}
    </Frame>
  )
}

/** Lines over time: whole, dashed and dotted. */
export function LineChart(chart: ChartProps) {
  return (
    <Frame {...chart} height={HEIGHT} lines>
      {(id) => <LinePlot {...chart} id={id} />}
    </Frame>
  )
}

interface FrameProps extends ChartProps {
  height: number
  lines?: boolean
  /** Draws the chart with the patterns of this id. */
  children: (id: string) => ReactNode
}

/** A chart with title and legend, and its figures as a table, which needs neither sight nor the library. */
function Frame({ title, height, lines, children, ...data }: FrameProps) {
  const id = useId()
  return (
    <figure className={classes.figure} aria-labelledby={`${id}title`}>
      <figcaption id={`${id}title`} className={classes.title}>
        {title}
      </figcaption>
      <Patterns id={id} />
      {data.series.length > 1 && (
        <ul className={classes.legend} aria-hidden>
          {data.series.slice(0, FILLS).map((name, index) => (
            <li key={name}>
              <Swatch id={id} index={index} line={lines} /> {name}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.plot} style={{ height }}>
        <PartBoundary>
          <Suspense fallback={null}>{children(id)}</Suspense>
        </PartBoundary>
      </div>
      <details className={classes.details}>
        <summary>
          Figures <VisuallyHidden>of {title}</VisuallyHidden>
        </summary>
        <Figures title={title} {...data} />
      </details>
    </figure>
  )
}

function Figures({ title, of, series, points, format = String }: Omit<ChartProps, 'height'>) {
  return (
    <table className={classes.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {series.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, head, values, cells }) => (
          <tr key={label}>
            <th scope="row">{head ?? label}</th>
            {series.map((name, index) => {
              const value = values[index] ?? null
              return <td key={name}>{cells?.[index] ?? (value === null ? EMPTY : format(value))}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
