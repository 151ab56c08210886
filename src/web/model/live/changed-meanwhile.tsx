import { same } from '#web/lib/saving/merge-changes.ts'
import classes from './changed-meanwhile.module.css'
import type { OpenRecord } from './people.ts'
import { useChangers } from './use-changers.ts'

interface ChangedMeanwhileProps {
  record: OpenRecord
  /** The values that editing began with, and those of now. */
  from: object | null
  to: object | null
  /** Labels of the fields to compare. */
  labels: Record<string, string>
}

const AT_SAVING = 'Saving keeps that change. If you changed the same field, you are asked which value to keep.'

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const Said = ({ children }: { children: string }) => (
  <div role="status" className={classes.meanwhile} title={children ? AT_SAVING : undefined}>
    {children}
  </div>
)

/**
 * 'Marta changed Weight', beside the title of an open form. Nothing typed changes or moves; saving merges or
 * asks, as for any stale save.
 */
export function ChangedMeanwhile({ record, from, to, labels }: ChangedMeanwhileProps) {
  const names = useChangers(record)
  const values = (of: object | null) => new Map<string, unknown>(Object.entries(of ?? {}))
  const [before, now] = [values(from), values(to)]
  const changed = Object.entries(labels).flatMap(([key, label]) => (same(before.get(key), now.get(key)) ? [] : [label]))
  return <Said>{changed.length > 0 ? `${listed(names) || 'Someone'} changed ${listed(changed)}` : ''}</Said>
}

/** 'Marta changed this mail', in an editor that stays as it was opened. */
export function TextChanged({ record, what }: { record: OpenRecord; what: string }) {
  const names = useChangers(record)
  return <Said>{names.length > 0 ? `${listed(names)} changed ${what}` : ''}</Said>
}
