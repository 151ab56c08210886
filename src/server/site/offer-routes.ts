import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldErrors } from '#contract/lib/rules.ts'
import { OFFER_ACTIONS, type OfferAction, type OfferAnswer } from '#contract/offers/offer-page.ts'
import type { Offer } from '#contract/offers/offers.ts'
import { inTransaction, type Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import { type Actor, actorOf } from '#server/http/app-types.ts'
import type { Limits } from '#server/http/limits.ts'
import { createTurns } from '#server/http/queues/turns.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import { hashToken } from '#server/http/tokens.ts'
import { acceptOffer, declineOffer } from '#server/offers/answer-offer.ts'
import { askAboutOffer, markSeen, type OpenedOffer, openOffer } from '#server/offers/open-offer.ts'
import type { Services } from '#server/services.ts'
import { type OfLink, unknownLink } from './link-pages.ts'
import { goneOfferPage, offerMessage, offerPage, type Sent } from './offer-page.ts'
import { OFFER_STYLE } from './offer-style.ts'
import { send, serveText, shell } from './shell.ts'

/** No scripts, no pictures but our own. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const FAILED = 'This did not work'

/** What has been done, as the page says it afterwards. */
const DONE: Partial<Record<OfferAction, string>> = {
  question: 'Thank you. We have got your question and will answer by email.',
  'new-price': 'Thank you. We will send you a new price by email.',
  seen: 'Thank you for letting us know.',
}

const TOO_LATE = 'Nothing was changed: this offer was answered, or its time passed, before you pressed the button.'

/** A button that was pressed on the page of an offer. */
interface Pressed {
  services: Services
  offer: Offer
  from: string
  actor: Actor
}

/** What each button does, in one transaction. Throws 409 for what the offer does not take any more. */
const ACTS: { [A in OfferAction]: (tx: Tx, pressed: Pressed, input: OfferAnswer<A>) => Promise<unknown> } = {
  accept: async (tx, { services, offer: { id }, from, actor }, input) => {
    await acceptOffer(tx, services, { id, from, ...input }, actor)
    await markSeen(tx, id)
  },
  decline: async (tx, { services, offer: { id }, from, actor }, input) => {
    await declineOffer(tx, services, { id, from, ...input }, actor)
    await markSeen(tx, id)
  },
  question: async (tx, { offer: { id: offerId } }, input) => {
    await markSeen(tx, offerId)
    await askAboutOffer(tx, { offerId, kind: 'question', ...input })
  },
  'new-price': async (tx, { offer: { id: offerId, state } }) => {
    if (state !== 'sent' && state !== 'expired') throw new AppError(409, 'This offer was answered.')
    await markSeen(tx, offerId)
    await askAboutOffer(tx, { offerId, kind: 'new-price' })
  },
  seen: (tx, { offer }) => markSeen(tx, offer.id),
}
const isAction = (action: string): action is OfferAction => Object.hasOwn(OFFER_ACTIONS, action)

/**
 * The page on which an offer is read, accepted and declined, by the secret of a link: nobody logs in. Reading it changes
 * nothing, since programs open every link of a mail. Served whatever serves the other public pages.
 */
export const offerPages =
  (services: Services, limits: Limits) =>
  async (app: FastifyInstance): Promise<void> => {
    const unknown = shell(app, limits, {
      policy: POLICY,
      headers: () => ({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }),
      failed: FAILED,
      missing: unknownLink('offer'),
      message: (title, text, { method, params }) => {
        const token: unknown = Object(params).token
        return offerMessage(title, text, method === 'POST' && typeof token === 'string' ? token : undefined)
      },
    })
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    serveText(app, '/page.css', 'text/css', OFFER_STYLE)
    answers(app, services, unknown)
  }

function answers(app: FastifyInstance, services: Services, unknown: (reply: FastifyReply) => FastifyReply): void {
  const { db, pool, config } = services
  const { timeZone } = config
  // Only guesses are counted, so that nobody's acceptance is refused for haste.
  const guesses = createLimit(pool, 'offer-page', 120, 60)
  const questions = createLimit(pool, 'offer-question', 20, 3600)
  const inTurn = createTurns({ atOnce: 6, waiting: 1_000 })
  const open = async (request: FastifyRequest<OfLink>) => {
    const opened = await inTurn(addressKey(request.ip), () => openOffer(db, request.params.token, { timeZone }))
    if (!opened) await guesses.take(addressKey(request.ip))
    return opened
  }
  const shown = (reply: FastifyReply, token: string, opened: OpenedOffer | null, said: Said = {}, status = 200) => {
    if (!opened) return unknown(reply)
    if (!opened.shows) return send(reply, goneOfferPage(), 410)
    return send(reply, offerPage({ token, offer: opened.offer, timeZone, ...said }), status)
  }

  app.route<OfLink>({
    method: ['GET', 'HEAD'],
    url: '/:token',
    handler: async (request, reply) => shown(reply, request.params.token, await open(request)),
  })

  app.post<OfLink>('/:token', async (request, reply) => {
    const { token } = request.params
    const opened = await open(request)
    if (!opened?.shows) return shown(reply, token, opened)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const values = Object.fromEntries(form)
    const action = form.get('action') ?? ''
    if (!isAction(action)) throw new AppError(400, 'Please use a button of the page.')
    const read = OFFER_ACTIONS[action].safeParse(values)
    if (!read.success) {
      const sent = { action, values, errors: fieldErrors(read.error) }
      return shown(reply, token, opened, { sent }, 400)
    }
    if (action === 'question' || action === 'new-price') await questions.take(hashToken(token).toString('hex'))
    const pressed = { services, offer: opened.offer, from: request.ip, actor: actorOf(request) }
    try {
      // The schema of this action read the input.
      await inTransaction(db, (tx) => ACTS[action](tx, pressed, read.data as never))
    } catch (error) {
      const now = await openOffer(db, token, { timeZone })
      // An offer that was withdrawn, replaced, answered or has expired since its page was opened says so, with what comes next.
      if (!now?.shows) return shown(reply, token, now)
      if (!(error instanceof AppError) || error.status !== 409) throw error
      return shown(reply, token, now, { refused: TOO_LATE }, 409)
    }
    return shown(reply, token, await openOffer(db, token, { timeZone }), { done: DONE[action] ?? null })
  })
}

/** What the page says besides the offer. */
interface Said {
  sent?: Sent
  done?: string | null
  /** Why what was pressed did not do anything. */
  refused?: string
}
