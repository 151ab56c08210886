import { OFFER_STATE_LABELS } from '#contract/offers/offer-codes.ts'
import { type Offer, offers } from '#contract/offers/offers.ts'
import { addressedTo, offerStateLook, pricesOf } from '#web/features/offers/shared/offer-looks.ts'
import { type Dates, LONG_TIME } from '#web/lib/format/dates.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'

const SORTABLE = new Set<string>(offers.sortable)
/** Pixels of the icon of a state with its gap. */
const STATE_ICON = 24

/** Columns that a list without a view shows. */
export const USUAL_COLUMNS = ['reference', 'state', 'name', 'options', 'owner', 'validUntil', 'followUpAt']

/** Columns of the list; times in the server's time zone. */
export function offerColumns({ dateTime, recent }: Dates): Column<Offer>[] {
  const column = (
    id: string,
    header: string,
    width: number,
    cell: Column<Offer>['cell'],
    rest: Partial<Column<Offer>> = {},
  ): Column<Offer> => ({ id, header, width, cell, sortable: SORTABLE.has(id), ...rest })
  const time = (id: 'validUntil' | 'followUpAt' | 'updatedAt', header: string) =>
    column(id, header, 110, (row) => recent(row[id]), { fits: LONG_TIME, title: (row) => dateTime(row[id]) })
  return [
    column('reference', 'Offer', 104, ({ reference }) => reference, {
      fits: ({ reference }) => reference,
      card: 'title',
    }),
    column('state', 'State', 100, ({ state }) => <StatusBadge {...offerStateLook(state)} />, {
      fits: Object.values(OFFER_STATE_LABELS),
      room: STATE_ICON,
      card: 'aside',
    }),
    column('name', 'Name', 180, addressedTo, { wraps: true, card: 'wide' }),
    column('options', 'Price', 150, pricesOf, { fits: pricesOf, align: 'right' }),
    column('owner', 'In charge', 110, ({ owner }) => owner.name),
    time('validUntil', 'Valid until'),
    time('followUpAt', 'Follow up'),
    time('updatedAt', 'Changed'),
  ]
}
