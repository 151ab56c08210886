import type { MailIn } from '#contract/mail-in/mail-in.ts'
import { useInboxSearch } from './inbox-search.ts'

/** The order that shows beside a mail: of several, the one that the address names, else the first; null without any. */
export function useShownOrder({ orders }: Pick<MailIn, 'orders'>): number | null {
  const { order } = useInboxSearch()
  return (orders.find(({ id }) => id === order) ?? orders[0])?.id ?? null
}
