import type { z } from 'zod'
import { BUILD_HEADER } from '#contract/lib/build.ts'
import { UNKNOWN_CALL } from '#contract/lib/messages.ts'
import { ApiError, fieldErrorsOf, SERVER_ERROR, withoutMessage } from './api-error.ts'
import { noteBuild, noteMisfit } from './build.ts'
import { noAnswerMessage, noteAnswer, noteNoAnswer } from './connection.ts'
import { sessionExpired } from './expiry.ts'
import type { Reply } from './refused.ts'
import { storedToken } from './token.ts'

/** Options of a call. */
export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The body, sent as JSON. */
  body?: unknown
  /** Parameters of the address. A list repeats its parameter; empty values are left out. */
  query?: Record<string, string | number | readonly string[] | undefined>
  /** A key that makes a repeated call safe: the server returns the first reply, and nothing happens twice. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** A token for the header `token`, in place of our own session's. */
  otherToken?: string
  /** 'throw' for login and logout: a 401 is thrown like any other failure. */
  on401?: 'throw'
}

/** The path below /api/ with its query. */
export function apiUrl(path: string, query: RequestOptions['query'] = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined && each !== '') params.append(key, String(each))
  return `/api/${path}${params.size > 0 ? `?${params}` : ''}`
}

/** Calls the server and returns the reply's data, checked by the schema. Every failure is an ApiError. */
export async function request<T extends z.ZodType>(
  schema: T,
  path: string,
  options: RequestOptions = {},
): Promise<z.output<T>> {
  const send = (token: string | null) => fetchReply(apiUrl(path, options.query), options, token)
  return readReply(schema, await withSession(send, options.on401))
}

/**
 * Sends with our session's token. A 401 with unsaved input opens the login, a 403 may ask for a confirmation;
 * then the call is sent again.
 */
export async function withSession(send: (token: string | null) => Promise<Reply>, on401?: 'throw'): Promise<Reply> {
  const token = storedToken.get()
  const reply = await send(token)
  if (reply.status === 403) return (await import('./refused.ts')).afterRefusal(reply, send)
  if (reply.status !== 401 || on401 === 'throw') return reply
  if (await sessionExpired(token)) return send(storedToken.get())
  return reply
}

/** Headers of a call: what it accepts, the token of a session, the idempotency key. */
export function headersFor(token: string | null, idempotencyKey?: string): Record<string, string> {
  return {
    accept: 'application/json',
    ...(token ? { 'user-token': token } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
}

async function fetchReply(url: string, options: RequestOptions, token: string | null): Promise<Reply> {
  const json = options.body === undefined ? undefined : JSON.stringify(options.body)
  const headers = headersFor(options.otherToken ? null : token, options.idempotencyKey)
  if (options.otherToken) headers.token = options.otherToken
  if (json !== undefined) headers['content-type'] = 'application/json'
  try {
    const response = await fetch(url, { method: options.method ?? 'GET', headers, body: json, signal: options.signal })
    noteBuild(response.headers.get(BUILD_HEADER))
    if (response.ok) noteAnswer()
    return { status: response.status, text: await response.text(), requestId: response.headers.get('x-request-id') }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw noAnswer()
  }
}

/** Notes that a call got no answer; returns its failure, an ApiError with code 0. */
export function noAnswer(): ApiError {
  noteNoAnswer()
  return new ApiError(0, noAnswerMessage())
}

const MISFIT = 'The server sent a reply this page does not understand. Please reload the page.'

/** Opens the envelope: the data of a success, an ApiError for anything else. */
export function readReply<T extends z.ZodType>(schema: T, { status, text, requestId }: Reply): z.output<T> {
  const { code, message, data } = parseEnvelope(text, status)
  if (status === 405 || (status === 404 && message === UNKNOWN_CALL)) throw misfit(status, requestId)
  if (status >= 400 || code >= 400) {
    throw new ApiError(status, message || withoutMessage(data), { fields: fieldErrorsOf(data), requestId, data })
  }
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  console.error('Unexpected answer', parsed.error)
  throw misfit(status, requestId)
}

/** The error for a reply that does not fit, since the builds differ: better than half a record. */
function misfit(status: number, requestId: string | null): ApiError {
  noteMisfit()
  return new ApiError(status, MISFIT, { requestId })
}

function parseEnvelope(text: string, status: number): { code: number; message: string; data: unknown } {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null && 'code' in json) {
      // The cast: the envelope; the caller's schema checks `data`.
      const { code, message, data } = json as { code: number; message?: string; data?: unknown }
      return { code, message: message ?? '', data: data ?? null }
    }
  } catch {
    // A proxy's error page, or an empty reply, is no JSON.
  }
  return {
    code: status >= 400 ? status : 502,
    message: status === 502 || status === 503 || status === 504 ? noAnswerMessage() : SERVER_ERROR,
    data: null,
  }
}

/** A key for one submission; keep it while you retry. */
export const newIdempotencyKey = () => crypto.randomUUID()
