import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { busy } from '#server/errors.ts'
import type { ListedFile } from './disk-files.ts'
import type { FileStore } from './files.ts'

/** A bucket and its keys. */
export interface S3Settings {
  /** Address of the bucket: 'https://s3.eu-central-1.amazonaws.com/papers'. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Milliseconds for the store to begin its answer. */
const PATIENCE = 60_000
const RETRIES = 3
/** The error of a call on a connection that the store has just closed. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** The error of a missing file, the same as the disk's, so that callers know only one. */
const missing = (key: string) => Object.assign(new Error(`No such file: ${key}`), { code: 'ENOENT' })

/** 503: the store cannot be reached or cannot answer now. */
const away = (cause: unknown) => Object.assign(busy('The file store does not answer. Please try again.'), { cause })

/**
 * Files in a bucket of an S3-compatible store, which checks the hash of each upload. Throws 503 if it cannot
 * be reached.
 */
export function s3Store({ url, region, accessKeyId, secretAccessKey }: S3Settings): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })

  /** Calls the store for a key; without one, for the bucket itself, with `query`. */
  async function call(method: string, key: string, body?: Buffer, query = ''): Promise<Response> {
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const init = {
      method,
      headers: { 'x-amz-content-sha256': sha256, ...(body && { 'content-length': String(body.length) }) },
      signal: AbortSignal.timeout(PATIENCE),
      ...(body && { body: new Uint8Array(body) }),
    }
    const send = () => client.fetch(key === '' ? url + query : `${url}/${key}`, init)
    // A store may close a connection just as it is used again. Every call of ours can be repeated.
    const response = await send()
      .catch((error) => (CLOSED.has(error?.cause?.code) ? send() : Promise.reject(error)))
      .catch((cause) => {
        throw away(cause)
      })
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 404 && key !== '') throw missing(key)
    if (response.status === 507) throw Object.assign(new Error('The file store is full'), { code: 'ENOSPC' })
    if (response.status >= 500 || response.status === 429) throw away(response.status)
    throw new Error(`The file store answered ${response.status} to ${method} ${key}`)
  }

  async function* bytes(key: string) {
    const { body } = await call('GET', key)
    // The cast joins the DOM's and Node's types of the same stream.
    if (body) yield* Readable.fromWeb(body as ReadableStream<Uint8Array>)
  }

  /**
   * Lists by version 1 of the call, which every store knows: a page begins after the last key of the previous
   * one.
   */
  async function* list(folder: string): AsyncGenerator<ListedFile[]> {
    let marker = ''
    for (;;) {
      const query = new URLSearchParams({ prefix: `${folder}/`, marker })
      const xml = await (await call('GET', '', undefined, `?${query}`)).text()
      const page = listedIn(xml)
      yield page
      marker = page.at(-1)?.key ?? ''
      if (marker === '' || textOf('IsTruncated', xml) !== 'true') return
    }
  }

  return {
    async write(key, data) {
      await call('PUT', key, Buffer.isBuffer(data) ? data : await readFile(data.path))
    },
    read: (key) => Readable.from(bytes(key), { objectMode: false }),
    async remove(key) {
      await call('DELETE', key).catch((error: { code?: string }) => {
        if (error.code !== 'ENOENT') throw error
      })
    },
    async check() {
      await call('HEAD', '')
    },
    list,
  }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** The text of the first element of this name; undefined if there is none. */
function textOf(name: string, xml: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text?.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity) => ENTITIES[entity] ?? '')
}

/** A page of ListObjects; its elements are never nested in elements of the same name. */
function listedIn(xml: string): ListedFile[] {
  return xml
    .split('<Contents>')
    .slice(1)
    .map((file) => ({ key: textOf('Key', file) ?? '', writtenAt: Date.parse(textOf('LastModified', file) ?? '') }))
}
