import { ruleLabel } from '#contract/attention/rules.ts'
import { TRADE_TERMS_LABELS, TransportationMode } from '#contract/codes/order-codes.ts'
import type { FurtherOfOrder, OrderListRow } from '#contract/orders/order-list.ts'
import { MILESTONE_LABELS } from '#contract/reference/milestones.ts'
import { type Dates, datesIn, EMPTY, LONG_DATE } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'
import { type OrderColumn, orderColumn } from './order-column.ts'

/** Departures and arrivals are days, the same in every time zone. */
const { date: day } = datesIn('UTC')

const NEXT = { cargoCutOffAt: 'Cargo', documentationCutOffAt: 'Documents' } as const

const attentionWords = ({ attention }: FurtherOfOrder) => {
  if (!attention) return EMPTY
  const { rule, things } = attention
  return things > 1 ? `${ruleLabel(rule)} +${things - 1}` : ruleLabel(rule)
}

/** Columns that saved views can show: what they steer by. */
export function furtherColumns({ dateTime, recent }: Dates): OrderColumn[] {
  /** A column of texts, as wide as they are. */
  const texts = (
    id: OrderColumn['id'],
    text: (more: FurtherOfOrder) => string,
    rest: Partial<OrderColumn> = {},
  ): OrderColumn => {
    const cell = ({ more }: OrderListRow) => (more ? text(more) : EMPTY)
    return orderColumn(id, 100, cell, { fits: cell, ...rest })
  }
  const nextWords = ({ nextCutOff }: FurtherOfOrder, at: (iso: string) => string) =>
    nextCutOff ? `${NEXT[nextCutOff.field]} ${at(nextCutOff.at)}` : EMPTY
  return [
    texts('mode', (more) => (more.transportationMode === TransportationMode.FCL ? 'FCL' : 'LCL')),
    texts('tradeTerms', (more) => TRADE_TERMS_LABELS[more.shipmentTradeTerms] ?? EMPTY),
    texts('price', (more) => money(more.estimatedTransportation), { align: 'right' }),
    texts('sailing', (more) => more.sailing?.reference ?? EMPTY),
    texts('cutOff', (more) => recent(more.cargoCutOffAt), {
      title: ({ more }) => dateTime(more?.cargoCutOffAt),
    }),
    texts('nextCutOff', (more) => nextWords(more, recent), {
      title: ({ more }) => (more ? nextWords(more, dateTime) : EMPTY),
    }),
    texts('etd', (more) => day(more.estimatedTimeOfDepartureAt), { fits: LONG_DATE }),
    texts('eta', (more) => day(more.portEstimatedTimeOfArrivalAt), { fits: LONG_DATE }),
    texts('milestone', (more) => (more.lastMilestone ? MILESTONE_LABELS[more.lastMilestone] : EMPTY)),
    texts('papers', ({ papers }) => (papers.total > 0 ? `${papers.there}/${papers.total}` : EMPTY), {
      align: 'right',
    }),
    texts('attention', attentionWords, {
      title: ({ more }) =>
        more?.attention?.dueAt ? `${attentionWords(more)}, due ${dateTime(more.attention.dueAt)}` : '',
    }),
  ]
}
