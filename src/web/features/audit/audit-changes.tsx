import type { AuditEntry } from '#contract/audit/audit.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import classes from './audit.module.css'
import { changesOf } from './audit-words.ts'

/** The fields of a change, before and after. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return <p className={classes.dim}>No field was changed.</p>
  const both = entry.before !== null && entry.after !== null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard
    <section className={classes.scroll} aria-label={`Fields of entry ${entry.id}`} tabIndex={0}>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {entry.before && <th scope="col">{both ? 'Before' : 'Value'}</th>}
            {entry.after && <th scope="col">{both ? 'After' : 'Value'}</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              {before !== null && <td className={both ? classes.before : undefined}>{before || EMPTY}</td>}
              {after !== null && <td>{after || EMPTY}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
