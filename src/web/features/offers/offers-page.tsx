import { Button } from '@mantine/core'
import { IconFileDollar, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type Offer, offers } from '#contract/offers/offers.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useAsked } from '#web/lib/browser/use-asked.ts'
import { listCall } from '#web/lib/list/list-call.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { useShownView } from '#web/model/views/shown-view.ts'
import { useViewedList } from '#web/model/views/use-viewed-list.ts'
import { ViewedTable } from '#web/model/views/viewed-table.tsx'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { offerColumns } from './offer-columns.tsx'
import { offerHref, offerQuery } from './shared/offers.ts'

/** Offers: to send, waiting, expiring and answered, each a view. */
export function OffersPage() {
  const router = useRouter()
  const cache = useQueryClient()
  const dates = useDates()
  const shown = useShownView('offers')
  const columns = useMemo(() => offerColumns(dates), [dates])
  const call = listCall({
    key: [offers.key],
    path: offers.path,
    row: offers.row,
    sortKeys: offers.sortable,
    filters: shown?.filters ?? {},
    startSort: { column: 'reference', descending: true },
  })
  const viewed = useViewedList(shown, columns, call)
  const { list } = viewed
  const exporting = useExport(offers.path, 'Offers', { query: list.shown })
  const [adding, setAdding] = useState(false)
  useAsked('new', () => setAdding(true))
  const intend = ({ id }: Pick<Offer, 'id'>) => void cache.prefetchQuery(offerQuery(id))
  const open = (row: Pick<Offer, 'id'>) => void router.navigate({ href: offerHref(row) })
  const narrowed = Boolean(list.state.search || shown?.viewed)
  return (
    <Page fill>
      <PageTitle title="Offers">
        <TextSearch
          label="Search offers"
          placeholder="Offer, name, company or address"
          value={list.state.search}
          onChange={list.searchFor}
        />
        <ExportMenu {...exporting} />
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          New offer
        </Button>
      </PageTitle>
      <ViewedTable
        label="Offers"
        viewed={viewed}
        bar={{ list: 'offers' }}
        rowHref={offerHref}
        onOpen={open}
        onIntent={intend}
        empty={
          narrowed ? (
            <EmptyState icon={IconFileDollar} title="No offers found" />
          ) : (
            <EmptyState icon={IconFileDollar} title="No offers yet">
              Calculate a price in New order and choose Offer this, or make an offer here.
            </EmptyState>
          )
        }
      />
      {adding && <DraftDialog offer={null} onClose={() => setAdding(false)} onSaved={open} />}
    </Page>
  )
}
