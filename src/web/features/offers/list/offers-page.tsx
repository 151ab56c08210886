import { IconPlus, IconReceipt2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Offer, offers } from '#contract/offers/offers.ts'
import { offerQuery } from '#web/features/offers/shared/offer-queries.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { focusedRow } from '#web/lib/list/focused-row.ts'
import { listCall } from '#web/lib/list/list-call.ts'
import { toggle, useSelection } from '#web/lib/list/selection.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { inOrder, useShownView } from '#web/model/views/shown-view.ts'
import { useViewedList } from '#web/model/views/use-viewed-list.ts'
import { ViewedTable } from '#web/model/views/viewed-table.tsx'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { selectColumn } from '#web/ui/list/select-box.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { offerColumns, USUAL_COLUMNS } from './offer-columns.tsx'
import { OffersBar } from './offers-bar.tsx'

/** Offers and what became of them, newest first; views show those to send, that wait, expire or were answered. */
export function OffersPage() {
  const router = useRouter()
  const cache = useQueryClient()
  const dates = useDates()
  const shown = useShownView('offers')
  const columns = useMemo(() => offerColumns(dates), [dates])
  const call = listCall({
    key: [offers.key],
    path: `${offers.path}/get_all`,
    row: offers.row,
    sortKeys: offers.sortable,
    filters: shown?.filters ?? {},
  })
  const usual = useMemo(() => inOrder(columns, USUAL_COLUMNS), [columns])
  // People without a view of their own see the usual columns, and everybody does until it is known.
  const view = shown && { ...shown, columns: shown.columns ?? USUAL_COLUMNS }
  const viewed = useViewedList(view, shown ? columns : usual, call)
  const { list } = viewed
  const rows = list.page?.items
  const ids = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows])
  const selection = useSelection(ids)
  const { ticked } = selection
  const withBoxes = useMemo(() => [selectColumn(ticked, ids, nameOf), ...viewed.columns], [ticked, ids, viewed.columns])
  usePageActions([
    {
      keys: 'x',
      label: 'Select the row',
      move: true,
      run: () => {
        const row = focusedRow(rows ?? [])
        if (row) toggle(ticked, row.id)
      },
    },
  ])
  const exporting = useExport(offers.path, 'Offers', { query: list.shown })
  const intend = ({ id }: Pick<Offer, 'id'>) => {
    void cache.prefetchQuery(offerQuery(id))
    void router.preloadRoute({ to: '/offers/$offerId', params: { offerId: String(id) } })
  }
  const add = (
    <ButtonLink to="/offers/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New offer
    </ButtonLink>
  )
  const isNarrowed = Boolean(list.state.search || shown?.viewed)
  return (
    <Page fill>
      <PageTitle title="Offers">
        <TextSearch
          label="Search offers"
          placeholder="Offer, name, company or email"
          value={list.state.search}
          onChange={list.searchFor}
        />
        <ExportMenu {...exporting} />
        {add}
      </PageTitle>
      <ViewedTable
        label="Offers"
        viewed={{ ...viewed, columns: withBoxes }}
        bar={{ list: 'offers' }}
        rowHref={hrefOf}
        onOpen={(row) => {
          intend(row)
          void router.navigate({ href: hrefOf(row) })
        }}
        onIntent={intend}
        empty={
          isNarrowed ? (
            <EmptyState icon={IconReceipt2} title="No offers found" />
          ) : (
            <EmptyState icon={IconReceipt2} title="No offers yet" action={add}>
              Prices that you offer, to clients or to somebody new, wait here for an answer.
            </EmptyState>
          )
        }
      />
      <OffersBar selection={selection} />
    </Page>
  )
}

const nameOf = ({ reference }: Offer) => reference
const hrefOf = ({ id }: Pick<Offer, 'id'>) => `/offers/${id}`
