import type { AuditEntry } from '#contract/audit/audit.ts'
import { ScrollRegion } from '#web/ui/page/scroll-region.tsx'
import classes from './audit.module.css'
import { sidesOf } from './audit-words.ts'

/** The fields of a change, before and after. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { changes } = entry
  if (changes.length === 0) return <p className={classes.dim}>No fields were changed.</p>
  const both = entry.before !== null && entry.after !== null
  return (
    <ScrollRegion className={classes.scroll} label={`Fields of entry ${entry.id}`}>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {entry.before && <th scope="col">{both ? 'Before' : 'Value'}</th>}
            {entry.after && <th scope="col">{both ? 'After' : 'Value'}</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const { before, after } = sidesOf(change)
            return (
              <tr key={change.field}>
                <th scope="row">{change.label}</th>
                {before !== null && <td className={both ? classes.before : undefined}>{before}</td>}
                {after !== null && <td>{after}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
