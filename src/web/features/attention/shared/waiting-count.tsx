import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countsQuery } from './attention.ts'
import classes from './rule-chips.module.css'
import { sumOf } from './rule-chips.tsx'

const MOST = 99

/** The number of items on my orders, beside the menu's entry. */
export function WaitingCount() {
  const { data } = useQuery(countsQuery)
  const n = data ? sumOf(data.mine) : 0
  if (n === 0) return null
  return (
    <span className={classes.waiting}>
      <span aria-hidden>{n > MOST ? `${MOST}+` : n}</span>
      <VisuallyHidden>, {n} waiting</VisuallyHidden>
    </span>
  )
}
