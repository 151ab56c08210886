import { isBlankHtml } from '#contract/lib/blank-html.ts'
import { EMPTY_BLOCK } from '#contract/lib/messages.ts'
import { REPLY_SHAPE } from '#contract/mail-in/mail-in.ts'
import { MOST_SUBJECT } from '#contract/mail-in/mail-in-codes.ts'
import { prepareDraft } from '#server/drafts/prepare-draft.ts'
import { invalid } from '#server/errors.ts'
import { cleanRichTextAside } from '#server/html/html-aside.ts'
import { lockMail } from '#server/mail-in/lock-mail.ts'
import { listMailIn, saidIn } from '#server/mail-in/read-mail-in.ts'
import { type Caller, type Does, pageOf } from './caller.ts'

const pageOfMail = (caller: Caller, id: number) => pageOf(caller, `inbox?mail=${id}`)

/** Lists mail that came in, the newest first. What its senders wrote stands apart. */
export const listMail: Does<'list_mail_in'> = async ({ search = '', state, matched, orderId, limit }, caller) => {
  const filter = {
    ...{ state: state ?? null, owner: null, claimedBy: null, matched: matched ?? null, automatic: null },
    orderId: orderId ?? null,
  }
  const query = { page: 1, perPage: limit, order: [], search: search.trim() }
  const { page, said } = await caller.read(async (from) => {
    const read = await listMailIn(from, query, filter, caller.userId)
    return {
      page: read,
      said: await saidIn(
        from,
        read.items.map(({ id }) => id),
      ),
    }
  })
  return {
    items: page.items.map((mail) => {
      const { id, threadId, sailingId, clientId, verified, automatic, receivedAt } = mail
      const written = {
        from: mail.fromName ? `${mail.fromName} <${mail.fromAddress}>` : mail.fromAddress,
        subject: mail.subject,
        ...(said.get(id) ?? { text: '', files: [] }),
      }
      return {
        ...{ id, url: pageOfMail(caller, id), threadId, orderId: mail.orderId, sailingId, clientId },
        orders: mail.orders.map((order) => ({ id: order.id, trackingCode: order.trackingCode })),
        ...{ matched: mail.matched, verified, automatic, state: mail.state, receivedAt },
        claimedBy: mail.claimedBy?.name ?? null,
        ...(verified ? { writtenByClient: written } : { writtenByOthers: written }),
      }
    }),
    more: page.totalCount > page.items.length,
  }
}

const RE = /^\s*re\s*:/i
const answerTo = (subject: string) =>
  [...(RE.test(subject) ? subject : `Re: ${subject}`)].slice(0, MOST_SUBJECT).join('')

/** Prepares an answer for the owner of the key; a person sends it. */
export const draftReply: Does<'draft_reply'> = async ({ mailId, html, subject: sent }, caller) => {
  const { services, userId, apiKeyId, username } = caller
  const clean = await cleanRichTextAside(html)
  if (clean === null || isBlankHtml(clean)) throw invalid({ html: EMPTY_BLOCK })
  return services.db.transaction().execute(async (tx) => {
    const mail = await lockMail(tx, mailId)
    const subject = sent ?? answerTo(mail.subject)
    await prepareDraft(tx, {
      ...{ kind: 'reply', id: mailId, userId, apiKeyId, shape: REPLY_SHAPE, baseVersion: null },
      values: { subject, html: clean },
    })
    return { mailId, subject, url: pageOfMail(caller, mailId), waitsFor: username }
  })
}
