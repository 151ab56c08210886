import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { ATTACHED_KINDS, MADE_KIND_LABELS } from '#contract/made-documents/made-documents.ts'
import { TEMPLATE_LABELS } from '#contract/templates/templates.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { differingHtml } from '#web/lib/saving/differing-text.ts'
import { labelledRow, type SaveConflict } from '#web/lib/saving/save-merging.ts'
import type { ConflictRow } from '#web/ui/dialog/conflict-dialog.tsx'
import { eventsQuery } from './shared/templates.ts'

const ids = z.array(z.number()).catch([])

function EventNames({ value }: { value: unknown }) {
  const { data = [] } = useQuery(eventsQuery)
  const nameOf = (id: number) => data.find((event) => event.id === id)?.name ?? `No. ${id}`
  return ids.parse(value).map(nameOf).join(', ') || EMPTY
}

const shownKind = (value: unknown) => {
  const kind = ATTACHED_KINDS.find((each) => each === value)
  return kind ? MADE_KIND_LABELS[kind] : EMPTY
}

/** A field that two people changed, with both values as text; of long texts, the part that differs. */
export function templateConflict(keys: readonly string[], both: Pick<SaveConflict, 'mine' | 'theirs'>): ConflictRow {
  const [key = ''] = keys
  const { label, mine, theirs } = labelledRow(TEMPLATE_LABELS, keys, both)
  if (key === 'content') return { label, mine: differingHtml(mine, theirs), theirs: differingHtml(theirs, mine) }
  if (key === 'attaches') return labelledRow(TEMPLATE_LABELS, keys, both, shownKind)
  if (key === 'suggestedFor') return labelledRow(TEMPLATE_LABELS, keys, both, (value) => (value ? 'Yes' : 'No'))
  if (key === 'trackingDocuments')
    return labelledRow(TEMPLATE_LABELS, keys, both, (value) => (value === false ? 'No' : 'Yes'))
  if (key !== 'events') return { label, mine, theirs }
  return { label, mine: <EventNames value={both.mine.events} />, theirs: <EventNames value={both.theirs.events} /> }
}
