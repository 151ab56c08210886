import type { FastifyInstance } from 'fastify'
import type { Tx } from '#server/db/client.ts'
import { type Actor, actorOf } from '#server/http/app-types.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import type { Services } from '#server/services.ts'
import { type Html, html } from './html.ts'
import { messagePage, type Personal } from './layout.ts'
import { send } from './shell.ts'

/** The secret of a link, in the address of its page. */
export interface OfLink {
  Params: { token: string }
}

/** The page for an address without a link that works. */
export const unknownLink = (personal: Personal) =>
  messagePage(
    { title: 'This link does not work', personal },
    'Please open it from the email again, or get in touch with us.',
  )

/** Offers a new link in place of the one at `address`. */
export const renewalForm = (address: string, question: string): Html =>
  html`<form class="panel" method="post" action="${address}/new-link"><p>${question} We will send a new link to the address that got this one.</p>
<button type="submit">Send me a new link</button></form>`

/** What became of the wish for a new link: title and text. */
export const RENEWED = {
  sent: ['A new link is on its way', 'Please check the inbox that got the first one. It can take a minute or two.'],
  enough: [
    'Please check your email',
    'We have sent two new links within the last day. Please check your spam folder too, or try again tomorrow.',
  ],
} as const

interface Renewing<Renewal> {
  /** The address of the link's page. */
  path: string
  /** The name of its limit. */
  limit: string
  personal: Personal
  renew: (tx: Tx, services: Services, input: { token: string }, actor: Actor) => Promise<Renewal>
  words: Record<Renewal & string, readonly [title: string, text: string]>
}

/** Mails a new link to the address of one that does not work any more. */
export function renewalPage<Renewal extends string>(
  app: FastifyInstance,
  services: Services,
  { path, limit, personal, renew, words }: Renewing<Renewal>,
): void {
  const renewals = createLimit(services.pool, limit, 20, 3600)
  app.post<OfLink>(`${path}/new-link`, async (request, reply) => {
    await renewals.take(addressKey(request.ip))
    const { token } = request.params
    const renewal = await services.db.transaction().execute((tx) => renew(tx, services, { token }, actorOf(request)))
    const [title, text] = words[renewal]
    return send(reply, messagePage({ title, personal }, text), renewal === 'dead' ? 404 : 200)
  })
}
