import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Lane } from '#contract/rates/rate-entities.ts'
import type { RateChangeInput, RateDiffRow, RateSet } from '#contract/rates/rate-sets.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { writeChanges } from './rate-calls.ts'
import classes from './rates.module.css'
import { changeName, changeText } from './set-words.ts'

const MOST_NAMED = 20

/** The change that keeps ours over what is true now; null if there is nothing left to keep it over. */
function keeping({ action, entity, recordId, field, new: value, now }: RateDiffRow): RateChangeInput | null {
  if (recordId === null || now === null || action === 'add') return null
  return action === 'end' ? { entity, recordId, end: true } : { entity, recordId, field: field ?? '', new: value }
}

/** The change that takes ours out. */
function dropping({ action, entity, recordId, field, values }: RateDiffRow): RateChangeInput {
  if (recordId === null || action === 'add') return { entity, add: { ...(values as Lane | null), cbm: null } } // only lanes are new
  return action === 'end' ? { entity, recordId, end: false } : { entity, recordId, field: field ?? '', new: null }
}

function whyStale(row: RateDiffRow): string {
  if (row.action === 'add') return 'exists by now'
  if (row.now === null) return 'is gone'
  if (row.action === 'end') return 'is another lane by now'
  return `expected ${changeText(row, row.old)}, now ${changeText(row, row.now)}`
}

/** Changes that no longer fit what is true: each is kept or dropped by a press, or all at once. */
export function StaleList({ set, rows }: { set: RateSet; rows: readonly RateDiffRow[] }) {
  const [busy, setBusy] = useState(false)
  const stale = rows.filter((row) => row.stale)
  if (stale.length === 0) return null
  const write = async (changes: readonly RateChangeInput[]) => {
    setBusy(true)
    try {
      for (let at = 0; at < changes.length; at += 1000) await writeChanges(set.id, changes.slice(at, at + 1000))
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  const kept = stale.flatMap((row) => keeping(row) ?? [])
  const button = (label: string, changes: readonly RateChangeInput[], name = label) => (
    <Button size="compact-xs" variant="default" disabled={busy} aria-label={name} onClick={() => void write(changes)}>
      {label}
    </Button>
  )
  return (
    <div className={classes.notices}>
      <Notice warn title={stale.length === 1 ? '1 change no longer fits' : `${stale.length} changes no longer fit`}>
        <ul className={classes.stale} aria-label="Changed since">
          {stale.slice(0, MOST_NAMED).map((row) => {
            const keep = keeping(row)
            const name = changeName(row)
            return (
              <li key={`${row.entity} ${row.recordId} ${row.field} ${row.label}`}>
                <span>
                  <strong>{name}</strong> changed since: {whyStale(row)}
                </span>
                {keep && button('Keep mine', [keep], `Keep mine of ${name}`)}
                {button(
                  keep ? 'Take theirs' : 'Take out',
                  [dropping(row)],
                  `${keep ? 'Take theirs' : 'Take out'} of ${name}`,
                )}
              </li>
            )
          })}
          {stale.length > MOST_NAMED && <li>and {stale.length - MOST_NAMED} more</li>}
        </ul>
        {stale.length > 1 && (
          <div className={classes.acts}>
            {kept.length > 0 && button('Keep all mine', kept)}
            {button('Take all theirs', stale.map(dropping))}
          </div>
        )}
      </Notice>
    </div>
  )
}

/** When and why a set was not applied at its time. */
export function Refusal({ set }: { set: RateSet }) {
  const dates = useDates()
  if (!set.refused) return null
  const { at, conflicts } = set.refused
  return (
    <div className={classes.notices}>
      <Notice warn title={`Not applied on ${dates.dateTime(at)}: nothing of it is true`}>
        <ul className={classes.plain}>
          {conflicts.slice(0, MOST_NAMED).map((row) => (
            <li key={`${row.entity} ${row.recordId} ${row.field} ${row.label}`}>
              {changeName(row)}: expected {changeText(row, row.old)},{' '}
              {row.now === null ? 'it was gone' : `it was ${changeText(row, row.now)}`}
            </li>
          ))}
          {conflicts.length > MOST_NAMED && <li>and {conflicts.length - MOST_NAMED} more</li>}
        </ul>
        It is a draft again: settle what no longer fits, then schedule it.
      </Notice>
    </div>
  )
}
