import { Button } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import { type CandidatePage, candidatePage } from '#contract/sailings/loadings.ts'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { ContainerSelect, containerOf } from '#web/features/sailings/shared/container-select.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { request } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { useSelection } from '#web/lib/list/selection.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { ListTable } from '#web/ui/list/list-table.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { SelectAll } from '#web/ui/list/select-box.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { type Candidate, candidateColumns, odditiesIn } from './candidate-columns.tsx'
import classes from './cargo.module.css'
import { CargoOutcome } from './cargo-outcome.tsx'
import { type Cargo, ordersDone } from './use-cargo.ts'

interface Shown {
  page: number
  perPage: number
  search: string
}

const candidatesQuery = (sailingId: number, { page, perPage, search }: Shown, fits: '0' | '1') =>
  queryOptions({
    queryKey: [sailings.key, 'candidates', sailingId, page, perPage, search, fits],
    queryFn: ({ signal }) =>
      request(candidatePage, `${sailings.path}/candidates`, {
        query: { sailingId, page, per_page: perPage, search, fits },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

const NONE: Candidate[] = []
const sumOf = (rows: readonly Candidate[], figure: 'bookedCbm' | 'bookedKg') =>
  shortQuantity(Number(rows.reduce((sum, row) => sum + (row[figure] ?? 0), 0).toFixed(3)))

interface CandidatesProps {
  sailing: Sailing
  cargo: Cargo
}

const FIRST: Shown = { page: 1, perPage: PAGE_SIZES[0], search: '' }

/** The first of the orders that could go with a sailing. */
export const firstCandidates = (sailingId: number) => candidatesQuery(sailingId, FIRST, '1')

/** Open LCL orders that could go with a sailing; those for other countries are below, collapsed. */
export function Candidates(props: CandidatesProps) {
  const others = useQuery(candidatesQuery(props.sailing.id, FIRST, '0')).data?.totalCount ?? 0
  const [opened, setOpened] = useState(false)
  return (
    <>
      <CandidateList {...props} fits="1" title="Orders that could go" />
      {others > 0 && (
        <details className={classes.others} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
          <summary>Other destinations ({others})</summary>
          {opened && <CandidateList {...props} fits="0" title="Orders for other countries" />}
        </details>
      )}
    </>
  )
}

interface CandidateListProps extends CandidatesProps {
  fits: '0' | '1'
  title: string
}

/** A page of these orders, and the button that loads those selected. */
function CandidateList({ sailing, cargo, fits, title }: CandidateListProps) {
  const id = `sailing-candidates-${fits}`
  const router = useRouter()
  const [shown, setShown] = useState<Shown>(FIRST)
  const query = useQuery(candidatesQuery(sailing.id, shown, fits))
  const page = query.data
  const rows = page?.items ?? NONE
  const selection = useSelection(useMemo(() => rows.map(({ orderId }) => orderId), [rows]))
  const { ticked } = selection
  const { date } = useDates()
  const columns = useMemo(
    () =>
      candidateColumns(date, ticked, {
        oddities: (orderIds) => odditiesIn(sailing, rows, orderIds),
        abroad: fits === '0',
      }),
    [date, ticked, sailing, rows, fits],
  )
  const fault = page ? null : faultOf(query.error)
  const to = ({ orderId }: Candidate) => ({ to: '/orders/$orderId', params: { orderId } }) as const
  return (
    <section className={classes.block} aria-labelledby={id}>
      <SectionHead id={id} title={title} count={<Count page={page} />}>
        <TextSearch
          label={`Search ${title.toLowerCase()}`}
          placeholder="Code, company or client"
          value={shown.search}
          onChange={(search) => setShown({ ...shown, search, page: 1 })}
        />
      </SectionHead>
      <LoadTools title={title} sailing={sailing} cargo={cargo} rows={rows} selection={selection} />
      {fits === '1' && <CargoOutcome cargo={cargo} place="candidates" />}
      {fault ? (
        <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <ListTable
          compact
          label={title}
          columns={columns}
          rows={page?.items}
          rowKey={({ orderId }) => orderId}
          rowHref={({ orderId }) => `/orders/${orderId}`}
          onOpen={(row) => void router.navigate(to(row))}
          onIntent={(row) => void router.preloadRoute(to(row))}
          sort={null}
          onSort={() => undefined}
          stale={query.isPlaceholderData}
          expectedRows={5}
          empty={
            <EmptyState icon={IconPackageImport} title="No orders could go with this sailing">
              Open LCL orders from its CFS or port of loading appear here, when their cargo is ready before the cut-off.
            </EmptyState>
          }
        />
      )}
      {page && (
        <Pager
          page={page.currentPageNumber}
          perPage={shown.perPage}
          total={page.totalCount}
          sizes={PAGE_SIZES}
          onPage={(next) => setShown({ ...shown, page: next })}
          onPerPage={(perPage) => setShown({ ...shown, perPage, page: 1 })}
        />
      )}
    </section>
  )
}

const Count = ({ page }: { page: CandidatePage | undefined }) => (
  <>{page && (page.totalCapped ? `more than ${page.totalCount}` : page.totalCount)}</>
)

interface LoadToolsProps {
  title: string
  sailing: Sailing
  cargo: Cargo
  rows: readonly Candidate[]
  selection: ReturnType<typeof useSelection>
}

function LoadTools({ title, sailing, cargo, rows, selection }: LoadToolsProps) {
  const [container, setContainer] = useState('')
  const { chosen, keep } = selection
  if (rows.length === 0) return null
  const wanted = new Set(chosen)
  const chosenRows = rows.filter(({ orderId }) => wanted.has(orderId))
  const load = async () => {
    const failed = await cargo.run({
      place: 'candidates',
      oddities: odditiesIn(sailing, rows, chosen),
      done: ordersDone('loaded'),
      call: ({ load: send }) => send(chosen, containerOf(container)),
    })
    if (failed) keep(failed)
  }
  return (
    <fieldset className={classes.tools} aria-label={`Selected ${title.toLowerCase()}`}>
      <SelectAll selection={selection} />
      {chosen.length > 0 && (
        <span className={classes.dim}>
          {sumOf(chosenRows, 'bookedCbm')} CBM, {sumOf(chosenRows, 'bookedKg')} kg
        </span>
      )}
      <ContainerSelect sailing={sailing} value={container} onChange={setContainer} />
      <Button
        size="xs"
        disabled={chosen.length === 0}
        loading={cargo.busy === 'candidates'}
        onClick={() => void load()}
      >
        {chosen.length === 0 ? 'Load' : chosen.length === 1 ? 'Load 1 order' : `Load ${chosen.length} orders`}
      </Button>
    </fieldset>
  )
}
