import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ENCODERS, type Encoding, encodingOf } from './encoding.ts'

/** Bytes that are the same for everybody, plain and compressed. */
export interface KeptAnswer {
  type: string
  plain: Buffer
  compressed: Record<Encoding, Buffer>
  /** Names the version; without quotes. */
  tag: string
}

/** Compresses an answer once, however often it is sent. */
export async function keepAnswer(type: string, content: string | Buffer): Promise<KeptAnswer> {
  const plain = Buffer.from(content)
  const [br, gzip] = await Promise.all([ENCODERS.br(plain), ENCODERS.gzip(plain)])
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { type, plain, compressed: { br, gzip }, tag }
}

/** Whether the caller has one of these versions: `If-None-Match` compares weakly, and may name several. */
const has = (tags: string | undefined, tag: string) =>
  tags !== undefined &&
  (tags.trim() === '*' ||
    tags.split(',').some(
      (one) =>
        one
          .trim()
          .replace(/^W\//, '')
          .replace(/^"|(?:-\w+)?"$/g, '') === tag,
    ))

/** Whether the caller already has these bytes. */
export const isUnchanged = ({ headers }: FastifyRequest, { tag }: KeptAnswer) => has(headers['if-none-match'], tag)

/**
 * Sends kept bytes in the best encoding that the caller takes; 304 if it has them. Caches ask again each
 * time.
 */
export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): FastifyReply {
  const encoding = encodingOf(request.headers['accept-encoding'])
  reply
    .header('vary', 'accept-encoding')
    .header('cache-control', 'public, no-cache')
    .header('etag', `"${kept.tag}${encoding === null ? '' : `-${encoding}`}"`)
  if (isUnchanged(request, kept)) return reply.code(304).send()
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.type(kept.type).send(encoding === null ? kept.plain : kept.compressed[encoding])
}
