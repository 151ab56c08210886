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
import { ownerOf } from './owners.ts'
import { countQueue, itemsOfOrder, listQueue, type QueueFilter } from './read-items.ts'
import { listRows } from './read-rows.ts'

const tags = ['Attention']
const params = z.object({ id: pathId })
const one = { 200: envelope(attentionItem) }
const several = { 200: envelope(attentionReply) }
const rule = oneOf(RULE_CODES, `rule is one of ${RULE_CODES.join(', ')}`)

type Query = Record<string, unknown>

function filterOf(query: Query, me: number): QueueFilter {
  const wanted = query.rule === undefined ? null : rule.safeParse(query.rule)
  if (wanted && !wanted.success) throw invalid({ rule: wanted.error.issues[0]?.message ?? '' })
  if (query.claimed !== undefined && query.claimed !== 'me') throw invalid({ claimed: 'claimed is me' })
  return {
    rule: wanted?.data ?? null,
    owner: ownerOf(query.owner, me),
    claimedBy: query.claimed === undefined ? null : me,
    snoozed: queryFlag(query, 'snoozed') ?? false,
    group: groupOf(query),
  }
}

/** The group that the call asks for. It is one of a rule, and read as rows. */
function groupOf({ group, rule: of, by }: Query): string | null {
  if (group === undefined) return null
  if (!pathId.safeParse(group).success) throw invalid({ group: 'group is the id of a group' })
  if (of === undefined || by !== 'order') throw invalid({ group: 'A group is one of a rule, by order' })
  return String(group)
}

const text = z.string().optional()
const ofGroup = text.describe('Only the items of this group, by its id. With rule and by=order.')
const FILTERS = { rule: text, owner: text, claimed: text, snoozed: text, by: text, group: ofGroup }

const WAYS = ['order', 'group'] as const

/** What the rows of the list are: orders, groups of orders, or each item by itself. */
function byOf({ by }: Query): (typeof WAYS)[number] | null {
  if (by === undefined) return null
  const way = WAYS.find((each) => each === by)
  if (!way) throw invalid({ by: 'by is order or group' })
  return way
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
      const by = byOf(request.query)
      return ok(
        await request.read((from) =>
          by ? listRows(from, query, { ...filter, grouped: by === 'group' }) : listQueue(from, query, filter),
        ),
      )
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
