import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { ENCODERS, encodingOf } from '#server/http/encoding.ts'

/** Characters from which compressing saves a packet. */
const WORTH_IT = 1_000

/**
 * Sends a text that is the same for everybody, compressed for those who take it. Never one with a secret
 * beside what its reader sent: the length would tell the secret by and by (BREACH).
 */
export async function sendOpen(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (encoding === null || text.length < WORTH_IT) return reply.send(text)
  return reply.header('content-encoding', encoding).send(await ENCODERS[encoding](text))
}

/** True where this server serves the public site: then search engines may read it. */
export const servesPublicSite = ({ publicSiteUrl }: Pick<Config, 'publicSiteUrl'>) => !publicSiteUrl

/**
 * Search engines may fetch the public site and its pictures if they are here, and nothing of the
 * back-office. Personal pages may be fetched too, since only so their 'noindex' is read.
 */
export const robots =
  ({ config }: { config: Pick<Config, 'publicSiteUrl'> }) =>
  async (app: FastifyInstance): Promise<void> => {
    const open = ['/site/', '/images/', '/favicon.svg'].map((path) => `Allow: ${path}\n`).join('')
    const text = `User-agent: *\n${servesPublicSite(config) ? open : 'Allow: /site/\n'}Disallow: /\n`
    app.get('/robots.txt', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(text),
    )
  }
