import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Levels that take about 1 ms for a long article. */
const ENCODERS = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => zip(text, { level: 6 }),
}
type Encoding = keyof typeof ENCODERS

/** Characters from which compressing saves a packet. */
const WORTH_IT = 1_000

/** The better encoding that an Accept-Encoding header takes; null if none. */
export function encodingOf(accepted: string | undefined): Encoding | null {
  const taken = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((name) => taken.includes(name)) ?? null
}

/**
 * Sends a text that is the same for everybody, compressed for those who take it. Never one with a secret beside what its reader
 * sent: the length would tell the secret by and by (BREACH).
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
 * What search engines may fetch: the public site and its pictures if they are here, nothing of the back-office. Personal pages
 * may be fetched too, since only so their 'noindex' is read.
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
