import { apiUrl, headersFor } from './api.ts'
import { storedToken } from './token.ts'

/** Bytes that browsers still send for a page that goes: 64 KB, headers included. */
const MOST_BYTES = 60 * 1024

/** Sends a call that outlives the page. Nobody learns whether it arrived, or was too large to be sent. */
export function sendParting(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, query = {}): void {
  const token = storedToken.get()
  const json = body && JSON.stringify(body)
  if (token === null || (json && new Blob([json]).size > MOST_BYTES)) return
  const headers = { ...headersFor(token), ...(json && { 'content-type': 'application/json' }) }
  void fetch(apiUrl(path, query), { method, keepalive: true, headers, body: json }).catch(() => undefined)
}
