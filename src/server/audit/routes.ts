import { z } from 'zod'
import { type AuditEntry, auditEntry, auditFilters, HISTORY_OF } from '#contract/audit/audit.ts'
import { AUDIT_FILTERS } from '#contract/audit/audit-filters.ts'
import { envelope, listOf, type Page } from '#contract/lib/envelope.ts'
import { isInstant, pathId } from '#contract/lib/fields.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { type App, readAheadOf, type Sent } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { DOWNLOAD } from '#server/http/limits.ts'
import { ok } from '#server/http/reply.ts'
import { COUNTED_SHEET, formatOf, sheetFormat } from '#server/resource/exports/format.ts'
import { sendExport } from '#server/resource/exports/send-export.ts'
import { pagedList, plainPage, readListQuery, singleFilters } from '#server/resource/paged-list.ts'
import { type ListQuery, listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { describeEntries, type StoredEntry } from './describe-entries.ts'
import { findRecords } from './find-records.ts'
import { type AuditFilter, countEntries, listAudit, readFilters, readHistory } from './read-audit.ts'

const tags = ['Audit trail']
const page = { 200: envelope(listOf(auditEntry)) }
const name = z.string().max(100)
const time = z
  .string()
  .refine(isInstant, 'Send a time in ISO 8601, such as 2026-11-20T00:00:00Z')
  .transform((value) => new Date(value).toISOString())

const filters = z.object({
  action: name.optional(),
  entity: name.optional(),
  entity_id: pathId.optional(),
  user_id: pathId.optional(),
  from: time.optional(),
  to: time.optional(),
})

function filterOf(query: Record<string, unknown>): AuditFilter {
  const parsed = filters.safeParse(query)
  if (!parsed.success)
    throw invalid(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])))
  const { entity_id, user_id, ...rest } = parsed.data
  return { ...rest, entityId: entity_id, userId: user_id }
}

/** The filter with the records that the search finds. */
const searched = async (db: Db, filter: AuditFilter, search: string): Promise<AuditFilter> =>
  search === '' ? filter : { ...filter, found: await findRecords(db, search) }

const LIST = {
  paths: ['/admin/audit'],
  tag: 'Audit trail',
  row: auditEntry,
  sortable: ['id'],
  filterable: Object.keys(filters.shape),
  filters: AUDIT_FILTERS,
  config: { access: 'admin' },
} as const

export function auditRoutes(app: App, services: Services): void {
  const admin = { access: 'admin' } as const
  const described = async (db: Db, page: Page<StoredEntry>): Promise<Page<AuditEntry>> => ({
    ...page,
    items: await describeEntries(db, page.items, { timeZone: services.config.timeZone }),
  })

  const { timeZone } = services.config
  pagedList(app, LIST, async (query, from) => {
    const filter = { ...filterOf(singleFilters(query)), where: query.where ?? {}, timeZone }
    return described(from, await listAudit(from, query, await searched(from, filter, query.search)))
  })

  app.get(
    '/admin/audit/filters',
    { config: admin, schema: { tags, response: { 200: envelope(auditFilters) } } },
    async (request) => ok(await request.read((db) => readFilters(db))),
  )

  app.get(
    '/admin/audit/export',
    {
      ...DOWNLOAD,
      config: { ...admin, ...COUNTED_SHEET },
      schema: {
        tags,
        querystring: listQuerystring({
          filterable: LIST.filterable,
          filters: AUDIT_FILTERS,
          paged: false,
          more: { format: sheetFormat },
        }),
      },
    },
    async (request, reply) => {
      const format = formatOf(request.query)
      const { search, where = {} } = readListQuery(
        request.query,
        { sortable: [], filterable: LIST.filterable, filters: AUDIT_FILTERS },
        sessionOf(request).userId,
      )
      const filter = { ...filterOf(request.query), where, timeZone }
      const input = await request.read((db) => searched(db, filter, search))
      return sendExport(request, reply, services, {
        file: 'audit-export-thread',
        beside: import.meta.url,
        name: 'Audit',
        format,
        input,
        count: (db, most) => countEntries(db, input, most),
      })
    },
  )

  historyRoute(app, described)
}

const historyParams = z.object({ of: z.enum(HISTORY_OF), id: pathId })
const SORTED = { sortable: ['id'] } as const

/** The call for the history of one record. */
function historyRoute(app: App, described: (db: Db, page: Page<StoredEntry>) => Promise<Page<AuditEntry>>): void {
  const read = async (db: Db, { of, id }: z.output<typeof historyParams>, query: ListQuery) =>
    described(db, await readHistory(db, of, id, query))
  const ahead = (sent: Sent) => {
    const query = plainPage(sent.query, SORTED)
    const { data } = historyParams.safeParse(sent.params)
    return query && data ? (from: Db) => read(from, data, query) : null
  }
  app.get(
    '/admin/history/:of/:id',
    {
      config: { ahead },
      schema: { tags, params: historyParams, querystring: listQuerystring(SORTED), response: page },
    },
    async (request) => {
      const early = readAheadOf<Page<AuditEntry>>(request)
      if (early) return ok(await early)
      const query = parseListQuery(request.query, SORTED.sortable)
      return ok(await request.read((db) => read(db, request.params, query)))
    },
  )
}
