import { parse } from 'node:querystring'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { setPolicy } from './security.ts'

/** Nothing runs and nothing is sent anywhere; styles inside the text apply, pictures load. */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; font-src https:; frame-ancestors 'self'"

/** The document a rich text is edited in: its styles apply, pictures load, nothing runs. The editor reaches into it. */
const EDITOR_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' https: http: data: blob:; font-src 'self' https:; frame-ancestors 'self'"
const EDITOR_DOCUMENT =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Text</title></head><body><br></body></html>'

const frameForm = z.object({ html: z.string() })

/**
 * Shows HTML as it is: our pages post it here from a form whose target is a sandboxed frame. A frame with srcdoc would
 * inherit the page's policy, and the HTML would lose its styles.
 */
export async function frame(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 * 1024 },
    (_request, body, done) => {
      done(null, parse(String(body)))
    },
  )
  app.post('/frame', async (request, reply) => {
    setPolicy(reply, POLICY)
    reply.header('x-frame-options', 'SAMEORIGIN').header('cache-control', 'no-store')
    // Only our own pages: otherwise anyone could show anything under this address.
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') return reply.code(403).type('text/plain').send('Forbidden')
    const { data } = frameForm.safeParse(request.body)
    return reply.type('text/html; charset=utf-8').send(data?.html ?? '')
  })
  app.get('/frame/editor', (_request, reply) => {
    setPolicy(reply, EDITOR_POLICY)
    return reply
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'private, max-age=3600')
      .type('text/html; charset=utf-8')
      .send(EDITOR_DOCUMENT)
  })
}
