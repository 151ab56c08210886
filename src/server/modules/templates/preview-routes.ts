import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { withRules } from '#contract/lib/rules.ts'
import { MailKind } from '#contract/mails/mails.ts'
import { livePreviewInput, livePreviewRules, renderedPreview, testMailReply } from '#contract/templates/templates.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { createLimit } from '#server/http/rate-limits.ts'
import { ok } from '#server/http/reply.ts'
import { renderOrderMail } from '#server/mail/order-mail.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { renderDraft } from './render-draft.ts'

const tags = ['Mail']
const draft = withRules(livePreviewInput, livePreviewRules)

/** Beside the content, what the specification's own form of the call does not know. */
const EXTENDED = ['subject', 'orderId', 'templateId', 'type', 'conditions'] as const

export function previewRoutes(app: App, services: Services): void {
  const { db, config, pool } = services
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
      return ok((await renderOrderMail(db, services, { orderId, template: { id: templateId } })).html)
    },
  )

  const description =
    'With content alone the data is the HTML; with any other field it is subject, html, text and conditions.'
  const either = z.union([z.string(), renderedPreview])
  app.post(
    '/template/email/live_preview',
    { schema: { tags, description, body: draft, response: { 200: envelope(either) } } },
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
      const { userId, username, email } = sessionOf(request)
      const { subject, html, text } = await renderDraft(services, request.body)
      await tests.take(String(userId))
      const mailId = await db.transaction().execute(async (tx) => {
        const id = await queueMail(
          tx,
          {
            kind: MailKind.TEST,
            to: { name: username, address: email },
            copies: false,
            subject: `[TEST] ${subject}`,
            html,
            text,
            userId,
            createdBy: userId,
          },
          { configured: config.smtpUrl !== undefined },
        )
        await recordAudit(tx, actorOf(request), { action: 'mail-template.test', entity: 'mails', entityId: id })
        return id
      })
      return ok({ mailId, address: email })
    },
  )
}
