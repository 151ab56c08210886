import type { ReactNode } from 'react'
import plain from '#web/features/sailings/shared/plain-table.module.css'
import classes from './cargo.module.css'

const FIGURES = [
  ['pieces', 'Pieces'],
  ['volumeCbm', 'CBM'],
  ['weightKg', 'kg'],
] as const
type Figure = (typeof FIGURES)[number][0]

interface MeasuredTableProps {
  rows: {
    key: number
    code: string
    booked: string
    input: (name: Figure, label: string) => ReactNode
  }[]
}

/** Figures that the CFS measured, order by order, beside the booked ones. */
export function MeasuredTable({ rows }: MeasuredTableProps) {
  return (
    <table className={`${plain.table} ${classes.measured}`}>
      <thead>
        <tr>
          <th scope="col">Order</th>
          {FIGURES.map(([name, label]) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, code, booked, input }) => (
          <tr key={key}>
            <th scope="row">
              {code}
              <span className={classes.booked}>booked {booked}</span>
            </th>
            {FIGURES.map(([name, label]) => (
              <td key={name}>{input(name, label)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
