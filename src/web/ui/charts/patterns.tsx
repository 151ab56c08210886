import classes from './chart.module.css'

/** Series that can be told apart without colour. */
export const FILLS = 3
/** Dashes of each series' line. */
export const DASHES = [undefined, '7 4', '2 3'] as const
/** Colours of the series, in both themes and on paper. */
export const colourOf = (index: number) => `var(--series-${index % FILLS})`

/** The fill of a series: plain, striped, dotted. `id` is that of the `Patterns` on the page. */
export const fillOf = (id: string, index: number) =>
  index % FILLS === 0 ? colourOf(index) : `url(#${id}${index % FILLS})`

const DOT = 3.5

/** The point of a line: full, hollow, small. A value between two gaps has no line to tell it by. */
export const dotOf = (index: number) => ({
  r: index % FILLS === 2 ? DOT / 2 : DOT,
  fill: index % FILLS === 1 ? 'var(--chart-paper)' : colourOf(index),
  stroke: colourOf(index),
  strokeWidth: 1.5,
  fillOpacity: 1,
  strokeDasharray: 'none',
})

/** The patterns that fill striped and dotted bars. */
export function Patterns({ id }: { id: string }) {
  return (
    <svg className={classes.patterns} aria-hidden focusable="false">
      <defs>
        <pattern id={`${id}1`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={classes.paper} width="6" height="6" />
          <rect className={classes.second} width="2.5" height="6" />
        </pattern>
        <pattern id={`${id}2`} width="5" height="5" patternUnits="userSpaceOnUse">
          <rect className={classes.paper} width="5" height="5" />
          <circle className={classes.third} cx="2.5" cy="2.5" r="1.2" />
        </pattern>
      </defs>
    </svg>
  )
}

/** The legend's sample of a series. */
export function Swatch({ id, index, line }: { id: string; index: number; line?: boolean }) {
  const stroke = colourOf(index)
  return (
    <svg className={classes.swatch} viewBox="0 0 20 12" aria-hidden focusable="false">
      {line ? (
        <>
          <line x1="0" y1="6" x2="20" y2="6" stroke={stroke} strokeWidth="2" strokeDasharray={DASHES[index % FILLS]} />
          <circle cx="10" cy="6" {...dotOf(index)} />
        </>
      ) : (
        <rect x="0.5" y="0.5" width="19" height="11" fill={fillOf(id, index)} stroke={stroke} />
      )}
    </svg>
  )
}
