import type { ChangeEvent } from '#contract/live/live.ts'
import { queryClient, refreshChoices } from '#web/lib/api/query-client.ts'
import { EVERY_LIST, listChanges } from '#web/lib/live/list-changes.ts'
import { paced } from '#web/lib/live/paced.ts'
import { isOffered, keysOfEntity } from './entity-keys.ts'

type Key = readonly unknown[]
type Change = Pick<ChangeEvent, 'entity' | 'ids' | 'orderIds'>

/** Query keys of one order, by their second part. Previews are left out: they follow typed input. */
const OF_AN_ORDER = ['one', 'history', 'mails', 'attention', 'documents', 'papers', 'free-times', 'release']
/** Counts over all records, which are read less often, since almost everything changes them. */
const COUNTS = ['attention', 'notifications', 'views']
const SOON = { after: 50, gap: 500 }
const SELDOM = { after: 50, gap: 3_000 }

/** A page of a list keeps its rows in place: it hears of the change, and reads for itself. */
const isPage = (key: Key) => key.at(-3) === 'list'
/** A text in its editor stays as it was opened: saving asks about others' changes. */
const isEdited = (key: Key) => (key[0] === 'templates' || key[0] === 'articles') && key.includes('one')
const isCount = (key: Key) => COUNTS.includes(String(key[0]))

/** True if the data under the key shows any of the changed records, or belongs to one of their orders. */
export function showsChange(key: Key, { entity, ids, orderIds }: Change): boolean {
  const [first, part, of] = key
  if (isPage(key) || isEdited(key)) return false
  if (first === 'notes') return orderIds.includes(Number(part))
  if (first === 'orders') return OF_AN_ORDER.includes(String(part)) && orderIds.includes(Number(of))
  if (!keysOfEntity(entity).includes(String(first))) return false
  if (first === 'views' && entity !== 'views') return part === 'counts'
  const ofOne = first === 'runs' || part === 'one'
  return !ofOne || key.some((each) => ids.includes(Number(each)))
}

let changed: Change[] = []
let counted: Change[] = []

/** Reads again the data on screen that shows any of the changes. */
const readAgain = (changes: readonly Change[], which: (key: Key) => boolean) =>
  queryClient.invalidateQueries({
    type: 'active',
    predicate: ({ queryKey }) => which(queryKey) && changes.some((change) => showsChange(queryKey, change)),
  })
const records = paced(() => {
  const now = changed
  changed = []
  return readAgain(now, (key) => !isCount(key))
}, SOON)
const counts = paced(() => {
  const now = counted
  counted = []
  return readAgain(now, isCount)
}, SELDOM)

/** Reads again the data that shows a change by others, and tells the lists. */
export function refreshChanged({ kind, ...change }: ChangeEvent): void {
  const { entity, ids, orderIds } = change
  const [own, ...others] = keysOfEntity(entity)
  if (own) listChanges.tell({ list: own, ids: own === 'orders' ? orderIds : ids, created: kind === 'create' })
  for (const list of others) listChanges.tell({ list, ids: null, created: false })
  if (isOffered(entity)) void refreshChoices()
  changed.push(change)
  counted.push(change)
  records.wish()
  counts.wish()
}

/** Records that have a page. */
const RECORDS = ['orders', 'notes', 'sailings', 'containers', 'offers', 'clients', 'mail-in']

/** Reads again the lists and records on screen, which were read before changes could be heard. */
export function refreshRecords(): void {
  listChanges.tell({ list: EVERY_LIST, ids: null, created: false })
  const isRecord = ([first, part]: Key) =>
    RECORDS.includes(String(first)) && (first !== 'orders' || OF_AN_ORDER.includes(String(part)))
  void queryClient.invalidateQueries({
    type: 'active',
    predicate: ({ queryKey }) => isRecord(queryKey) && !isPage(queryKey),
  })
}

/** Reads everything on screen again: changes by others may have been missed. */
export function refreshAll(): void {
  listChanges.tell({ list: EVERY_LIST, ids: null, created: false })
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isPage(queryKey) && !isEdited(queryKey) })
}
