import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countsQuery } from './attention.ts'
import classes from './chips.module.css'

const MOST = 99

/** The number of items on my orders, beside the menu's entry. */
export function WaitingCount() {
  const { data } = useQuery(countsQuery)
  const n = Object.values(data?.mine ?? {}).reduce((sum, count) => sum + count, 0)
  if (n === 0) return null
  return (
    <span className={classes.waiting}>
      <span aria-hidden>{n > MOST ? `${MOST}+` : n}</span>
      <VisuallyHidden>, {n} waiting</VisuallyHidden>
    </span>
  )
}
