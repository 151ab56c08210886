import { IconSearchOff } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { Lane } from '#contract/rates/rate-entities.ts'
import { type RateDiffRow, type RateSet, rateSets } from '#contract/rates/rate-sets.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import type { Filters } from '#web/lib/list/list-call.ts'
import { useListState } from '#web/lib/list/list-state.ts'
import { paced } from '#web/lib/live/paced.ts'
import { useChanges } from '#web/model/live/changes.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { RecordImport } from '#web/ui/resource/record-import.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { DiffTable } from './diff-table.tsx'
import { LaneDialog } from './lane-dialog.tsx'
import { diffQuery, openSetsQuery, recordsQuery, refreshSets, setQuery, writeChanges } from './rate-calls.ts'
import { RateEdits } from './rate-edits.ts'
import { RateGridPart } from './rate-grid.tsx'
import { rateTable } from './rate-lines.ts'
import { RATE_SPECS, type RateSpec } from './rate-specs.ts'
import { SetBar } from './set-bar.tsx'
import { isOpen } from './set-words.ts'
import { Refusal, StaleList } from './stale-list.tsx'

interface SetScreenProps {
  id: number
  spec: RateSpec
  /** The line of sets below the head. */
  line: ReactNode
  filters?: Filters | undefined
  tools?: ReactNode
  /** True for a new lane that the filters show. */
  shows?: ((lane: Lane) => boolean) | undefined
  onHistory: (record: { id: number; name: string }) => void
}

/** Entities of the stream whose records are rates. */
/** Reads sets again, once for changes that come together. */
const expected = paced(refreshSets, { after: 50, gap: 1_000 })
const RATES = new Set(Object.values(RATE_SPECS).map(({ resource }) => resource.key))

/** A page of rates as a set has them: prepared in a grid while it is open, its changes as they were afterwards. */
export function SetScreen({ id, spec, line, tools, ...rest }: SetScreenProps) {
  const set = useQuery(setQuery(id))
  const changes = useQuery(diffQuery(id))
  const { state, searchFor } = useListState()
  const [edits] = useState(() => new RateEdits((sent) => writeChanges(id, sent)))
  useChanges(({ entity }) => {
    // What is expected of a set changes with the rates of today.
    if (RATES.has(entity)) expected.wish()
  })
  const fault = faultOf(set.error ?? changes.error)
  const open = set.data && isOpen(set.data)
  return (
    <Page fill>
      <PageTitle title={spec.title} documentTitle={set.data ? `${spec.title}, ${set.data.name}` : spec.title}>
        {open && tools}
        {open && (
          <TextSearch
            label={`Search ${spec.title.toLowerCase()}`}
            placeholder="Search"
            value={state.search}
            onChange={searchFor}
          />
        )}
      </PageTitle>
      {line}
      {fault && <Fault {...fault} onRetry={() => void Promise.all([set.refetch(), changes.refetch()])} />}
      {!fault && !(set.data && changes.data) && <LoadingBlock height={320} />}
      {set.data && changes.data && (
        <>
          <SetBar set={set.data} spec={spec} changes={changes.data} edits={edits} />
          <Refusal set={set.data} />
          <StaleList set={set.data} rows={changes.data} />
          {open ? (
            <OpenSet {...rest} set={set.data} spec={spec} changes={changes.data} search={state.search} edits={edits} />
          ) : (
            <DiffTable set={set.data} />
          )}
        </>
      )}
    </Page>
  )
}

/** The changes of scheduled sets that come before a set, in their order; undefined until they are read. */
function useBefore({ id, validFrom }: RateSet): readonly (readonly RateDiffRow[])[] | undefined {
  const { data: open } = useQuery(openSetsQuery)
  const earlier = useMemo(
    () =>
      (open ?? []).filter(
        (other) =>
          other.state === 'scheduled' &&
          validFrom !== null &&
          other.validFrom !== null &&
          (other.validFrom < validFrom || (other.validFrom === validFrom && other.id < id)),
      ),
    [open, id, validFrom],
  )
  return useQueries({
    queries: earlier.map((other) => diffQuery(other.id)),
    combine: (read) => {
      const all = read.flatMap(({ data }) => (data ? [data] : []))
      return open && all.length === earlier.length ? all : undefined
    },
  })
}

interface OpenSetProps extends Pick<SetScreenProps, 'spec' | 'filters' | 'shows' | 'onHistory'> {
  set: RateSet
  changes: readonly RateDiffRow[]
  search: string
  edits: RateEdits
}

/** The rows of a page in a set that can still be changed. */
function OpenSet({ set, spec, changes, filters, shows, search, edits, onHistory }: OpenSetProps) {
  const rows = useQuery(recordsQuery(spec.resource, search, filters))
  const before = useBefore(set)
  const [opened, setOpened] = useState<'add' | 'import' | null>(null)
  const table = useMemo(() => {
    if (!rows.data || !before) return null
    const found = ({ dest }: Lane) => dest.toLowerCase().includes(search.trim().toLowerCase())
    return rateTable(spec, {
      rows: rows.data.items,
      before,
      changes,
      shows: (lane) => found(lane) && (shows?.(lane) ?? true),
    })
  }, [rows.data, before, changes, spec, search, shows])
  const fault = faultOf(rows.error)
  const hidden = rows.data ? rows.data.totalCount - rows.data.items.length : 0
  return (
    <>
      {fault && <Fault {...fault} onRetry={() => void rows.refetch()} retrying={rows.isFetching} />}
      {!table && !fault && <LoadingBlock height={320} />}
      {hidden > 0 && <Notice>{hidden} more rows are not shown. Search or filter to see them.</Notice>}
      {table && (
        <RateGridPart
          set={set}
          spec={spec}
          table={table}
          edits={edits}
          onHistory={onHistory}
          onAdd={() => setOpened('add')}
          onImport={() => setOpened('import')}
        />
      )}
      {table?.lines.length === 0 && <EmptyState icon={IconSearchOff} title="Nothing found" />}
      {opened === 'add' && <LaneDialog setId={set.id} onClose={() => setOpened(null)} />}
      {opened === 'import' && (
        <RecordImport
          resource={{ key: rateSets.key, path: `${rateSets.path}/${set.id}` }}
          title={`into ${set.name}`}
          about="A CSV or Excel file with the columns Tier, Dest, CBM and MT. Figures that differ become changes of this rate set, and lanes that are not there become new ones; today's rates stay as they are."
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
