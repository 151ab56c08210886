import { z } from 'zod'
import {
  ATTENTION_PATH,
  attentionCounts,
  attentionItem,
  attentionPage,
  attentionReply,
  itemsInput,
  RULE_CODES,
  snoozeInput,
  snoozeItemsInput,
  waiveInput,
  waiveItemsInput,
} from '#contract/attention/attention.ts'
import { attentionRule, attentionRuleInput, RULES_PATH } from '#contract/attention/attention-rules.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { oneOf, pathId } from '#contract/lib/fields.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { patchValidatorCompiler } from '#server/http/validation.ts'
import { requireOrder } from '#server/orders/lock-order.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { queryFlag } from '#server/resource/query-flag.ts'
import type { Services } from '#server/services.ts'
import { readRules, saveRule } from './attention-rules.ts'
import { claim, release, snooze, unwaive, waive } from './change-items.ts'
import { figureRoutes } from './figure-routes.ts'
import { keepItems } from './keep-items.ts'
import { countQueue, itemsOfOrder, listQueue, type QueueFilter } from './read-items.ts'
import { listRows } from './read-rows.ts'

const tags = ['Attention']
const params = z.object({ id: pathId })
const one = { 200: envelope(attentionItem) }
const several = { 200: envelope(attentionReply) }
const rule = oneOf(RULE_CODES, `rule is one of ${RULE_CODES.join(', ')}`)

type Query = Record<string, unknown>

function ownerOf(sent: unknown, me: number): QueueFilter['owner'] {
  if (sent === undefined) return null
  if (sent === 'me') return [me]
  if (sent === 'none') return 'none'
  const id = pathId.safeParse(sent)
  if (!id.success) throw invalid({ owner: 'owner is me, none or the id of a member of staff' })
  return [id.data]
}

function filterOf(query: Query, me: number): QueueFilter {
  const wanted = query.rule === undefined ? null : rule.safeParse(query.rule)
  if (wanted && !wanted.success) throw invalid({ rule: wanted.error.issues[0]?.message ?? '' })
  if (query.claimed !== undefined && query.claimed !== 'me') throw invalid({ claimed: 'claimed is me' })
  return {
    rule: wanted?.data ?? null,
    owner: ownerOf(query.owner, me),
    claimedBy: query.claimed === undefined ? null : me,
    snoozed: queryFlag(query, 'snoozed') ?? false,
  }
}

const text = z.string().optional()
const FILTERS = { rule: text, owner: text, claimed: text, snoozed: text, by: text }

/** Whether the call asks for a row per order instead of a row per item. */
function isByOrder({ by }: Query): boolean {
  if (by !== undefined && by !== 'order') throw invalid({ by: 'by is order' })
  return by === 'order'
}

export function attentionRoutes(app: App, services: Services): void {
  const { db } = services

  app.get(
    `/${ATTENTION_PATH}`,
    {
      schema: {
        tags,
        querystring: listQuerystring({ searched: false, more: FILTERS }),
        response: { 200: envelope(attentionPage) },
      },
    },
    async (request) => {
      const filter = filterOf(request.query, sessionOf(request).userId)
      const query = parseListQuery(request.query, [])
      const list = isByOrder(request.query) ? listRows : listQueue
      return ok(await request.read((from) => list(from, query, filter)))
    },
  )

  app.get(
    `/${ATTENTION_PATH}/counts`,
    { schema: { tags, response: { 200: envelope(attentionCounts) } } },
    async (request) => ok(await request.read((from) => countQueue(from, [sessionOf(request).userId]))),
  )

  app.get(
    '/request/booking/:id/attention',
    { schema: { tags, params, response: { 200: envelope(z.array(attentionItem)) } } },
    async (request) => {
      const { id } = request.params
      await requireOrder(db, id)
      return ok(await itemsOfOrder(db, id))
    },
  )
  figureRoutes(app)
  changeOneRoutes(app, services)
  changeSeveralRoutes(app, services)
  ruleRoutes(app, services)
}

/** Calls that change one item. */
function changeOneRoutes(app: App, services: Services): void {
  const at = (verb: string) => `/${ATTENTION_PATH}/:id/${verb}`
  const schema = { tags, params, response: one }
  app.post(at('claim'), { schema }, async (request) => ok(await run(request, services, claim.one, request.params)))
  app.post(at('release'), { schema }, async (request) => ok(await run(request, services, release.one, request.params)))
  app.post(at('unwaive'), { schema }, async (request) => ok(await run(request, services, unwaive.one, request.params)))
  app.post(at('snooze'), { schema: { ...schema, body: snoozeInput } }, async (request) =>
    ok(await run(request, services, snooze.one, { ...request.body, ...request.params })),
  )
  app.post(at('waive'), { schema: { ...schema, body: waiveInput } }, async (request) =>
    ok(await run(request, services, waive.one, { ...request.body, ...request.params })),
  )
}

/** Calls that change several items. */
function changeSeveralRoutes(app: App, services: Services): void {
  const at = (verb: string) => `/${ATTENTION_PATH}/${verb}`
  const schema = { tags, response: several }
  app.post(at('claim'), { schema: { ...schema, body: itemsInput } }, async (request) =>
    ok(await run(request, services, claim.several, request.body)),
  )
  app.post(at('release'), { schema: { ...schema, body: itemsInput } }, async (request) =>
    ok(await run(request, services, release.several, request.body)),
  )
  app.post(at('snooze'), { schema: { ...schema, body: snoozeItemsInput } }, async (request) =>
    ok(await run(request, services, snooze.several, request.body)),
  )
  app.post(at('waive'), { schema: { ...schema, body: waiveItemsInput } }, async (request) =>
    ok(await run(request, services, waive.several, request.body)),
  )
}

function ruleRoutes(app: App, services: Services): void {
  const config = { access: 'admin' } as const
  app.get(
    `/${RULES_PATH}`,
    { config, schema: { tags, response: { 200: envelope(z.array(attentionRule)) } } },
    async (request) => ok(await request.read(readRules)),
  )
  app.put(
    `/${RULES_PATH}/:code`,
    {
      config,
      schema: {
        tags,
        params: z.object({ code: z.string().max(50) }),
        body: attentionRuleInput,
        response: { 200: envelope(attentionRule) },
      },
      validatorCompiler: patchValidatorCompiler,
    },
    async (request) => {
      const saved = await run(request, services, saveRule, { ...request.body, ...request.params })
      await keepItems(services.db)
      return ok(saved)
    },
  )
}
