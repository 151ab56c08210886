import { type AttentionItem, type AttentionReply, MAX_ITEMS } from '#contract/attention/attention.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { changeItem, changeItems, type Verb } from '#web/features/attention/shared/attention.ts'

/** An item that could not be changed, and why. */
export interface Refused {
  id: number
  orderId: number | null
  code: string
  reason: string
}

const codeOf = (item: AttentionItem | undefined) => (item?.trackingCode ? formatTrackingCode(item.trackingCode) : '')

/**
 * Changes items: one by its own call, which answers its new state, several by one call. Returns those that
 * could not be changed.
 */
export async function changeAll(items: readonly AttentionItem[], verb: Verb, body?: object): Promise<Refused[]> {
  const [first] = items
  if (first && items.length === 1) {
    await changeItem(first.id, verb, body)
    return []
  }
  const ids = items.map(({ id }) => id)
  const results: AttentionReply['items'] = []
  // A large group takes more than one call.
  for (let at = 0; at < ids.length; at += MAX_ITEMS)
    results.push(...(await changeItems(ids.slice(at, at + MAX_ITEMS), verb, body ?? {})).items)
  return results.flatMap(({ id, state, reason }) => {
    const item = items.find((each) => each.id === id)
    return state === 'failed' ? [{ id, orderId: item?.orderId ?? null, code: codeOf(item), reason: reason ?? '' }] : []
  })
}

/** Items that were changed. */
export const doneOf = (items: readonly AttentionItem[], refused: readonly Refused[]) =>
  items.filter(({ id }) => !refused.some((each) => each.id === id))

/** Counts items: '1 item', '3 items'. */
export const countedItems = (n: number) => (n === 1 ? '1 item' : `${n} items`)
