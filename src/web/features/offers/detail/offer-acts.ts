import type { Offer } from '#contract/offers/offers.ts'

/** What can be done with an offer. */
export type Act = 'send' | 'edit' | 'delete' | 'followUp' | 'accept' | 'replace' | 'withdraw' | 'book' | 'plan'

export const ACT_LABELS: Record<Act, string> = {
  send: 'Send',
  edit: 'Edit',
  delete: 'Delete draft',
  followUp: 'Follow up',
  accept: 'Accept for client',
  replace: "Replace with today's prices",
  withdraw: 'Withdraw',
  book: 'Book',
  plan: 'Change in charge or follow-up',
}

interface Acts {
  /** What usually comes next; null where nothing does. */
  main: Act | null
  /** Beside it, as buttons. */
  beside: readonly Act[]
  /** The rarer ones, in a menu. */
  further: readonly Act[]
}

const NONE: Acts = { main: null, beside: [], further: [] }

/** What comes next of an offer in its state. */
export function actsOf({ state, orderId }: Pick<Offer, 'state' | 'orderId'>): Acts {
  switch (state) {
    case 'draft':
      return { main: 'send', beside: ['edit'], further: ['delete'] }
    case 'sent':
      return { main: 'followUp', beside: ['accept'], further: ['plan', 'replace', 'withdraw'] }
    case 'expired':
      return { main: 'replace', beside: ['accept'], further: ['plan', 'withdraw'] }
    case 'declined':
    case 'withdrawn':
      return { ...NONE, main: 'replace' }
    case 'accepted':
      return orderId === null ? { ...NONE, main: 'book' } : NONE
    case 'replaced':
      return NONE
  }
}
