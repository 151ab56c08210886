import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { createSeal } from '#server/http/security/seal.ts'
import type { Services } from '#server/services.ts'
import { addressOf, Refused, type Resolve } from '#server/webhooks/addresses.ts'
import { placeOfFeed } from './feed-store.ts'
import type { OpenFeed } from './open-feed.ts'
import { MAX_EDI_TEXT } from './reading/limits.ts'

/** Milliseconds for connecting, asking and reading the answer together. */
const ASK_MS = 20_000

/** Why a feed could not be read, for people; and what it answered. */
export class FeedFailure extends Error {
  readonly status: number | null
  readonly body: string | null

  constructor(message: string, { status = null, body = null }: { status?: number | null; body?: string | null } = {}) {
    super(message)
    this.status = status
    this.body = body
  }
}

interface FeedAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** What a feed is asked with, for tests. */
export interface Asking {
  timeoutMs?: number
  resolve?: Resolve
  /** A page of its answer other than the first. */
  page?: URL | null
}

async function readBody(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_EDI_TEXT)
      throw new FeedFailure('The answer is larger than 10 MB', { status: reply.statusCode ?? null })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Asks a checked address. Follows no redirects. Rejects if the answer has not come in time. */
async function get(
  url: URL,
  {
    address,
    family,
    headers,
    signal,
  }: { address: string; family: number; headers: Record<string, string>; signal: AbortSignal },
): Promise<FeedAnswer> {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'https:'
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = (isSecure ? httpsRequest : httpRequest)({
      method: 'GET',
      agent: false,
      // The address to connect to, which was checked, whatever the name leads to by now.
      host: address,
      family,
      port: url.port || (isSecure ? 443 : 80),
      ...(isSecure && isIP(name) === 0 && { servername: name }),
      path: `${url.pathname}${url.search}`,
      signal,
      headers: { ...headers, host: url.host, accept: 'application/json', 'user-agent': 'Quayside-Feeds' },
    })
    call.on('error', reject)
    call.on('response', resolve)
    call.end()
  })
  const body = await readBody(reply)
  return { status: reply.statusCode ?? 0, headers: reply.headers, body }
}

const MOST_TYPE = 60
const isRedirect = (status: number) => status >= 300 && status < 400

/** The answer of a feed with a page of its list of events, by default the first. Throws FeedFailure. */
export async function askFeed(
  { config }: Pick<Services, 'config'>,
  feed: OpenFeed,
  { timeoutMs = ASK_MS, resolve, page }: Asking = {},
): Promise<FeedAnswer> {
  if (feed.url === null) throw new FeedFailure('This feed is pushed to us: there is nothing to ask')
  const auth = feed.secret === '' ? '' : createSeal(config.secretsKeys).open(feed.secret, placeOfFeed(feed.id))
  if (auth === null) throw new FeedFailure('SECRETS_KEY does not open the authorization: enter it again')
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const rules = { of: 'Feeds' as const, allowPrivate: config.feedAllowPrivate, hosts: null }
    const url = page ?? new URL(feed.url)
    const { address, family } = await addressOf(url.href, resolve ? { ...rules, resolve } : rules)
    const version = feed.kind === 'dcsa-3' ? '3' : '2'
    const headers = { 'api-version': version, ...(auth ? { authorization: auth } : {}) }
    const answer = await get(url, { address, family, headers, signal: late })
    const { status, body } = answer
    const type = String(answer.headers['content-type'] ?? '')
    if (isRedirect(status))
      throw new FeedFailure('It leads to another address, which is not followed', { status, body })
    if (status < 200 || status > 299) throw new FeedFailure(`It answered with status ${status}`, { status, body })
    if (!/json/i.test(type) && !/^\s*[[{]/.test(body))
      throw new FeedFailure(`The answer is no JSON, but ${type.slice(0, MOST_TYPE) || 'something without a type'}`, {
        status,
        body,
      })
    return answer
  } catch (error) {
    if (error instanceof FeedFailure) throw error
    if (error instanceof Refused) throw new FeedFailure(error.message)
    if (late.aborted) throw new FeedFailure(`No answer within ${Math.ceil(timeoutMs / 1_000)} seconds`)
    throw new FeedFailure(`It cannot be reached: ${error instanceof Error ? error.message : String(error)}`)
  }
}
