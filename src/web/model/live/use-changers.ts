import { useState } from 'react'
import type { ChangeEvent } from '#contract/live/live.ts'
import { useChanges } from './changes.ts'
import type { OpenRecord } from './people.ts'

/** True for a change of this record; for an order also of what belongs to it, such as its confirmation. */
const isOf = ({ entity, entityId }: OpenRecord, change: ChangeEvent) =>
  entity === 'orders' ? change.orderIds.includes(entityId) : change.entity === entity && change.ids.includes(entityId)

/** Names of the people who have changed a record since the component is on screen, each once. */
export function useChangers(record: OpenRecord): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  useChanges((change) => {
    const name = change.by?.name ?? 'Quayside'
    if (isOf(record, change)) setNames((all) => (all.includes(name) ? all : [...all, name]))
  })
  return names
}
