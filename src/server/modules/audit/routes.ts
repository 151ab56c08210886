import { z } from 'zod'
import { type AuditEntry, auditEntry, auditFilters, HISTORY_OF } from '#contract/audit/audit.ts'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { isInstant, pathId } from '#contract/lib/fields.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { formatOf } from '#server/resource/export.ts'
import { pagedList, singleFilters } from '#server/resource/paged-list.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { sheetFile } from '#server/sheets/write-sheet.ts'
import { type AuditFilter, entriesQuery, listAudit, readFilters, readHistory } from './read-audit.ts'

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

const LIST = {
  paths: ['/admin/audit'],
  tag: 'Audit trail',
  row: auditEntry,
  sortable: ['id'],
  filterable: Object.keys(filters.shape),
  config: { access: 'admin' },
} as const

const MAX_EXPORTED = 50_000

const sheetOf = (entries: readonly AuditEntry[]) => ({
  headings: [
    'ID',
    'Time (UTC)',
    'Who',
    'On behalf',
    'Action',
    'Record',
    'Record ID',
    'From',
    'Request',
    'Before',
    'After',
  ],
  rows: entries.map((entry) => [
    entry.id,
    entry.at,
    entry.impersonator ?? entry.user ?? '',
    entry.impersonator ? (entry.user ?? '') : '',
    entry.action,
    entry.entity,
    entry.entityId ?? '',
    entry.ip,
    entry.requestId,
    entry.before ? JSON.stringify(entry.before) : '',
    entry.after ? JSON.stringify(entry.after) : '',
  ]),
})

export function auditRoutes(app: App): void {
  const admin = { access: 'admin' } as const

  pagedList(app, LIST, (query, from) => listAudit(from, query, filterOf(singleFilters(query))))

  app.get(
    '/admin/audit/filters',
    { config: admin, schema: { tags, response: { 200: envelope(auditFilters) } } },
    async (request) => ok(await request.read((db) => readFilters(db))),
  )

  app.get(
    '/admin/audit/export',
    {
      config: admin,
      schema: {
        tags,
        description: 'Takes the filters of the list, and format=csv|xlsx.',
        querystring: listQuerystring,
      },
    },
    async (request, reply) => {
      const { format, ...rest } = request.query
      const filter = filterOf(rest)
      const entries = await request.read((db) =>
        entriesQuery(db, filter)
          .limit(MAX_EXPORTED + 1)
          .execute(),
      )
      if (entries.length > MAX_EXPORTED)
        throw invalid({ from: `More than ${MAX_EXPORTED} entries. Please narrow the list.` })
      const { body, headers } = await sheetFile(sheetOf(entries), formatOf({ format }), 'Audit')
      return reply.headers(headers).send(body)
    },
  )

  app.get(
    '/admin/history/:of/:id',
    {
      schema: {
        tags,
        params: z.object({ of: z.enum(HISTORY_OF), id: pathId }),
        querystring: listQuerystring,
        response: page,
      },
    },
    async (request) => {
      const { of, id } = request.params
      const query = parseListQuery(request.query, ['id'])
      return ok(await request.read((db) => readHistory(db, of, id, query)))
    },
  )
}
