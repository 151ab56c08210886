import { IconHistory } from '@tabler/icons-react'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { AdminsOnly } from '#web/features/accounts/shared/admins-only.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { instantOf, showDay } from '#web/lib/format/form-dates.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { useShownView } from '#web/model/views/shown-view.ts'
import { useViewedList } from '#web/model/views/use-viewed-list.ts'
import { ViewedTable } from '#web/model/views/viewed-table.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { Details } from '#web/ui/page/details.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import classes from './audit.module.css'
import { AuditChanges } from './audit-changes.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditQuery, auditCall } from './audit-queries.ts'
import { AUDIT_PARAMETERS, type AuditSearch } from './audit-search.ts'
import { actionLabel, fieldsLine, recordPath } from './audit-words.ts'
import { recordLabel } from './entity-labels.ts'
import { impliedFilters } from './implied-filters.ts'

const route = getRouteApi('/staff/audit')

const whoOf = ({ user, impersonator, apiKey }: AuditEntry) =>
  apiKey
    ? `${user ?? EMPTY}, API key ${apiKey}`
    : impersonator
      ? `${impersonator} as ${user ?? EMPTY}`
      : (user ?? 'Not logged in')

function Record({ entry }: { entry: AuditEntry }) {
  const path = recordPath(entry)
  return path ? <TextLink to={path}>{recordLabel(entry)}</TextLink> : recordLabel(entry)
}

const columnsWith = (dateTime: (at: string) => string): Column<AuditEntry>[] => [
  { id: 'id', header: 'ID', width: 70, cell: ({ id }) => id, card: 'none' },
  { id: 'at', header: 'When', width: 150, cell: ({ at }) => dateTime(at) },
  { id: 'who', header: 'Who', width: 150, cell: whoOf },
  { id: 'action', header: 'What', width: 190, cell: ({ action }) => actionLabel(action), card: 'title' },
  { id: 'record', header: 'Record', width: 240, noLink: true, cell: (entry) => <Record entry={entry} /> },
  {
    id: 'fields',
    header: 'Fields',
    width: 230,
    card: 'wide',
    cell: ({ changes }) => fieldsLine(changes) || EMPTY,
  },
  { id: 'ip', header: 'IP address', width: 120, cell: ({ ip }) => ip || EMPTY },
]

const DAY_MS = 86_400_000
const nextDay = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** The query of an address, whose days are whole days on the server's clock. */
function queryOf({ action, entity, record, user, from, to }: AuditSearch, timeZone: string): AuditQuery {
  const start = (day: string) => instantOf(showDay(day), '00:00', timeZone) ?? undefined
  return {
    action,
    entity,
    entity_id: record?.toString(),
    user_id: user?.toString(),
    from: from && start(from),
    to: to && start(nextDay(to)),
  }
}

export const AuditPage = () => (
  <AdminsOnly title="Audit">
    <AuditTrail />
  </AdminsOnly>
)

function AuditTrail() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const { dateTime, timeZone } = useDates()
  const shown = useShownView('audit')
  // A saved view has no filters but its own.
  const ownFilters = !shown?.viewed?.view
  const columns = useMemo(() => columnsWith(dateTime), [dateTime])
  const filters = { ...(ownFilters && queryOf(search, timeZone)), ...shown?.filters }
  const viewed = useViewedList(shown, columns, auditCall(filters))
  const { list } = viewed
  const exporting = useExport('admin/audit', 'Audit', { query: list.shown })
  const go = (change: AuditSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false })
  const narrowed = list.state.search !== '' || Object.values(filters).some((value) => value !== undefined)
  const entry = list.page?.items.find(({ id }) => id === search.entry)
  const addressOf = ({ id }: AuditEntry) =>
    router.buildLocation({ to: '/audit', search: { ...search, entry: id } }).href
  return (
    <Page fill>
      <PageTitle title="Audit">
        <TextSearch
          label="Search the audit trail"
          placeholder="Tracking code, person or record"
          value={list.state.search}
          onChange={list.searchFor}
        />
        <ExportMenu {...exporting} />
      </PageTitle>
      {ownFilters && <AuditFilters search={search} onChange={(change) => go({ ...change, ...FIRST_PAGE })} />}
      <ViewedTable
        label="Audit trail"
        viewed={viewed}
        bar={{
          list: 'audit',
          ownParameters: AUDIT_PARAMETERS,
          implied: ownFilters ? impliedFilters(search) : {},
        }}
        rowHref={addressOf}
        onOpen={({ id }) => go({ entry: id })}
        empty={
          <EmptyState icon={IconHistory} title={narrowed ? 'No matching entries' : 'No entries yet'}>
            Every login and every change appears here: who, when, from where, and the fields before and after.
          </EmptyState>
        }
      />
      {entry && <EntryDialog entry={entry} when={dateTime(entry.at)} onClose={() => go({ entry: undefined })} />}
    </Page>
  )
}

const FIRST_PAGE = { page: undefined, entry: undefined }

interface EntryDialogProps {
  entry: AuditEntry
  when: string
  onClose: () => void
}

function EntryDialog({ entry, when, onClose }: EntryDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={actionLabel(entry.action)} size={760}>
      <div className={classes.facts}>
        <Details
          items={[
            { label: 'When', value: when },
            { label: 'Who', value: whoOf(entry) },
            { label: 'Record', value: <Record entry={entry} /> },
            { label: 'IP address', value: entry.ip || EMPTY },
            { label: 'Request', value: entry.requestId || EMPTY, wide: true },
          ]}
        />
      </div>
      <AuditChanges entry={entry} />
    </Dialog>
  )
}
