import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import type { Tx } from '#server/db/client.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { activeStaff } from '#server/orders/staff.ts'
import type { Services } from '#server/services.ts'
import { inSpan } from '#server/traces/spans.ts'
import type { Resolve } from '#server/webhooks/addresses.ts'
import { deliver } from '#server/webhooks/deliver.ts'
import { type Claim, claimDue } from '#server/webhooks/outbox.ts'
import { startRecorder } from '#server/webhooks/record.ts'
import { type DueWork, startDueWork } from './due-work.ts'

/** Deliveries that an instance sends at once. */
const AT_ONCE = 32
/**
 * Most of these to receivers that do not answer promptly: however many hang, there is room for the others.
 */
const AT_ONCE_TO_SLOW = 16
/** Deliveries that one look takes. */
const AT_A_TIME = 8

type Needs = Pick<Services, 'config' | 'db' | 'log' | 'appUrl'>

/** Tells administrators by mail that a webhook was switched off. */
async function tellAdministrators(tx: Tx, services: Needs, { url, reason }: { url: string; reason: string }) {
  const admins = await activeStaff(tx).select('email').where(sql<boolean>`${Role.ADMIN} = any(role)`).execute()
  const configured = await canSend(tx, services)
  const page = `${services.appUrl()}/integrations?tab=webhooks`
  const lines = [
    `The webhook to ${url} was switched off. ${reason}`,
    'What was waiting for it was cancelled. Switch it on again once its receiver works; what it missed can be replayed.',
  ]
  const html = `<!DOCTYPE html>
<html><head><meta charset="utf-8"></head><body style="font-family:sans-serif;font-size:14px;line-height:1.5">
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p><a href="${escapeHtml(page)}">Integrations</a></p>
</body></html>
`
  const mail = { kind: MailKind.WEBHOOK_DISABLED, copies: false, subject: 'A webhook was switched off', html }
  for (const { id, name, email } of admins) {
    const to = { name, address: email }
    await queueMail(tx, { ...mail, to, userId: id, text: `${[...lines, page].join('\n\n')}\n` }, { configured })
  }
}

/** Order in which webhooks were last served, as growing numbers. */
function createRounds() {
  const lastTaken = new Map<number, number>()
  let turn = 0
  const note = (claims: readonly Claim[]) => {
    turn++
    for (const { webhookId } of claims) lastTaken.set(webhookId, turn)
  }
  return { lastTaken, note }
}

/** Sends webhooks that are due on this instance. `resolve` replaces the look-up of names. */
export function startWebhookSender(services: Needs, { resolve }: { resolve?: Resolve } = {}): DueWork {
  const { config, db, log } = services
  const recorder = startRecorder({ db, log })
  const given = {
    db,
    log,
    recorder,
    allowPrivate: config.webhookAllowPrivate,
    hosts: config.webhookHosts,
    ...(resolve && { resolve }),
    tell: (tx: Tx, webhook: { url: string; reason: string }) => tellAdministrators(tx, services, webhook),
  }
  const rounds = createRounds()
  const sending = startDueWork<Claim>({
    db,
    log,
    atOnce: AT_ONCE,
    atATime: AT_A_TIME,
    async claim(most, inHand) {
      const room = { most, atOnce: AT_ONCE, atOnceToSlow: AT_ONCE_TO_SLOW, inHand, lastTaken: rounds.lastTaken }
      const claims = await claimDue(db, room)
      rounds.note(claims)
      return claims
    },
    work: (claim, signal) =>
      inSpan('job webhook', () => deliver({ ...given, signal }, claim), { deliveryId: claim.id }),
    failure: 'cannot look for webhooks to send',
    lost: ({ id }) => [{ deliveryId: id }, 'lost a webhook, which is sent again later'],
  })
  return {
    look: sending.look,
    async stop() {
      await sending.stop()
      await recorder.flush()
    },
  }
}
