import type { Offer } from '#contract/offers/offers.ts'
import { type Dates, EMPTY, LONG_DATE } from '#web/lib/format/dates.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { offerLook, priceWords } from './shared/offers.ts'

/** Pixels of the icon of a state with its gap. */
const STATE_ICON = 24
const SORTABLE = new Set(['reference', 'validUntil', 'followUpAt', 'updatedAt'])

const addressee = ({ name, company }: Offer) => [name, company].filter(Boolean).join(', ')
const prices = ({ options }: Offer) => options.map(priceWords).join(' · ')

/** Columns of the list of offers. Only names may be cut. */
export function offerColumns({ date, recent }: Dates): Column<Offer>[] {
  const column = (
    id: string,
    header: string,
    width: number,
    cell: Column<Offer>['cell'],
    rest: Partial<Column<Offer>> = {},
  ): Column<Offer> => ({ id, header, width, cell, sortable: SORTABLE.has(id), ...rest })
  return [
    column('reference', 'Offer', 108, (row) => row.reference, { fits: (row) => row.reference, card: 'title' }),
    column('state', 'State', 110, (row) => <StatusBadge {...offerLook(row.state)} />, {
      fits: (row) => offerLook(row.state).children,
      room: STATE_ICON,
      card: 'aside',
    }),
    column('name', 'For', 180, addressee, { wraps: true, card: 'wide' }),
    column('options', 'Prices', 160, prices, { fits: prices, card: 'wide' }),
    column('owner', 'In charge', 110, (row) => row.owner.name, { wraps: true }),
    column('validUntil', 'Valid until', 106, (row) => date(row.validUntil), { fits: LONG_DATE }),
    column('followUpAt', 'Follow up', 106, (row) => (row.followUpAt ? date(row.followUpAt) : EMPTY), {
      fits: LONG_DATE,
    }),
    column('updatedAt', 'Last change', 142, (row) => recent(row.updatedAt), { fits: (row) => recent(row.updatedAt) }),
  ]
}
