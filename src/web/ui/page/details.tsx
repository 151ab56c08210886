import type { ReactNode } from 'react'
import classes from './details.module.css'

/** A value of a record with its label. */
export interface Detail {
  label: string
  value: ReactNode
  /** True to span the whole row. */
  wide?: boolean
}

interface DetailsProps {
  items: readonly Detail[]
  /** True for values that belong together two by two: a row for each pair. */
  pairs?: boolean
}

/** The values of a record, each under its label. */
export function Details({ items, pairs }: DetailsProps) {
  return (
    <dl className={classes.details} data-pairs={pairs || undefined}>
      {items.map(({ label, value, wide }) => (
        <div key={label} className={wide ? classes.wide : undefined}>
          <dt className={classes.term}>{label}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
