import { EMPTY } from '#web/lib/format/dates.ts'
import { shownPhone } from '#web/lib/format/phone.ts'
import { type BothSides, labelledRow } from '#web/lib/saving/save-merging.ts'

const shown = (value: unknown, key: string) => (key === 'phone' ? shownPhone(value) : String(value || EMPTY))

/** Both values of a contact field that two people changed; phones with their '+'. */
export const contactRow = (labels: Record<string, string>, keys: readonly string[], both: BothSides) =>
  labelledRow(labels, keys, both, shown)
