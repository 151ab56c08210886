import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { withRules } from '#contract/lib/rules.ts'
import { livePreviewInput, livePreviewRules, renderedPreview, testMailReply } from '#contract/templates/templates.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import { composeOrderMail } from '#server/orders/mails/order-mail.ts'
import type { Services } from '#server/services.ts'
import { renderDraft } from './render-draft.ts'
import { queueTestMail } from './test-mail.ts'

const tags = ['Mail']
const draft = withRules(livePreviewInput, livePreviewRules)

/** Fields beyond the specification. With any of them, the reply has more fields too. */
const EXTENDED = ['subject', 'orderId', 'templateId', 'type', 'conditions'] as const

export function previewRoutes(app: App, services: Services): void {
  const { db, pool } = services
  const tests = createLimit(pool, 'test-mail', 30, 600)

  app.get(
    '/template/email/:templateId/preview/:orderId',
    {
      schema: {
        tags,
        params: z.object({ templateId: pathId, orderId: pathId }),
        response: { 200: envelope(z.string()) },
      },
    },
    async (request) => {
      const { templateId, orderId } = request.params
      return ok((await composeOrderMail(db, services, { orderId, template: { id: templateId } })).rendered.html)
    },
  )

  const either = z.union([z.string(), renderedPreview])
  app.post(
    '/template/email/live_preview',
    { schema: { tags, body: draft, response: { 200: envelope(either) } } },
    async (request) => {
      const sent = request.body
      const rendered = await renderDraft(services, sent)
      const extended = EXTENDED.some((key) => sent[key] !== undefined && sent[key] !== null && sent[key] !== '')
      return ok(extended ? rendered : rendered.html)
    },
  )

  app.post(
    '/template/email/test',
    { schema: { tags, body: draft, response: { 200: envelope(testMailReply) } } },
    async (request) => {
      const session = sessionOf(request)
      const rendered = await renderDraft(services, request.body)
      await tests.take(String(session.userId))
      const mailId = await run(request, services, queueTestMail, { rendered, to: session })
      return ok({ mailId, address: session.email })
    },
  )
}
