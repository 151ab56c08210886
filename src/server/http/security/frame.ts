import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { PUBLIC_BODIES } from '#server/http/limits.ts'
import { isFrameTicket } from './frame-ticket.ts'
import { setPolicy } from './security.ts'

/**
 * Policy of shown HTML: nothing runs and nothing is sent anywhere; styles inside the text apply, pictures
 * load.
 */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; font-src https:; frame-ancestors 'self'"

/**
 * Policy of the document in which rich text is edited: its styles apply, pictures load, nothing runs. The
 * editor reaches into it.
 */
const EDITOR_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' https: http: data: blob:; font-src 'self' https:; frame-ancestors 'self'"
const EDITOR_DOCUMENT =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Text</title></head><body><br></body></html>'

/** The bytes that a text/plain form puts around its only field. */
const FIELD = 'html='
const END = '\r\n'

/** The field's bytes as they came: nothing is decoded. Empty if the form has another field first. */
function htmlOf(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.toString('latin1', 0, FIELD.length) !== FIELD) return Buffer.alloc(0)
  const end = body.toString('latin1', body.length - END.length) === END ? body.length - END.length : body.length
  return body.subarray(FIELD.length, end)
}

/**
 * Whether one of our pages sent this: it has a ticket, which strangers lack, and the browser does not say
 * otherwise. A browser that reached us without https says nothing.
 */
async function isOurs(pool: pg.Pool, { headers, query }: FastifyRequest): Promise<boolean> {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return isFrameTicket(pool, Object(query).ticket)
}

/**
 * Shows HTML as it is: our pages post it here from a form whose target is a sandboxed frame. A frame with
 * srcdoc would inherit the page's policy, and the HTML would lose its styles. Requests of others are refused
 * before their text is read: anyone could show anything under this address.
 */
export const frame =
  ({ pool }: { pool: pg.Pool }) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const onRequest = async (request: FastifyRequest, reply: Parameters<typeof setPolicy>[0]) => {
      setPolicy(reply, POLICY).header('x-frame-options', 'SAMEORIGIN').header('cache-control', 'no-store')
      if (await isOurs(pool, request)) return
      return reply.code(403).type('text/plain; charset=utf-8').send('Forbidden')
    }
    app.post('/frame', { bodyLimit: PUBLIC_BODIES.frame, onRequest }, async (request, reply) =>
      reply.type('text/html; charset=utf-8').send(htmlOf(request.body)),
    )
    app.get('/frame/editor', (_request, reply) => {
      setPolicy(reply, EDITOR_POLICY)
      return reply
        .header('x-frame-options', 'SAMEORIGIN')
        .header('cache-control', 'private, max-age=3600')
        .type('text/html; charset=utf-8')
        .send(EDITOR_DOCUMENT)
    })
  }
