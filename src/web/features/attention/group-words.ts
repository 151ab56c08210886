import type { AttentionGroup, AttentionItem } from '#contract/attention/attention.ts'
import { counted } from './shared/rule-words.ts'

/** The number of orders of a group: '9 orders'. */
export const ordersOf = ({ items }: AttentionGroup) =>
  counted(new Set(items.map(({ orderId }) => orderId)).size, 'order')

/** What all orders of a group have in common, beside the due time: '9 orders not received'. */
export function groupSentence({ rule }: Pick<AttentionItem, 'rule'>, group: AttentionGroup): string {
  const orders = ordersOf(group)
  if (rule === 'document') return `${counted(group.items.length, 'paper')} of ${orders} missing`
  return rule === 'cargo-cut-off' ? `${orders} not received` : `${orders} without an actual date`
}
