import { once } from 'node:events'
import { createServer } from 'node:http'
import { portOf } from '#server/http/port-of.ts'

export interface Recorded {
  method: string
  /** The path without the query and '/api/'. */
  path: string
  body: unknown
  status: number
}

/** Passes calls on to a server, and records each call with its answer. */
export async function startProxy(target: string) {
  const calls: Recorded[] = []
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks).toString()
    const { method = '', url = '' } = request
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(target + url, {
      method,
      headers: headers as Record<string, string>, // curl sends each once
      body: sent === '' ? null : sent,
    })
    const [path = ''] = url.replace('/api/', '').split('?', 1)
    calls.push({ method, path, body: sent === '' ? null : JSON.parse(sent), status: answer.status })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return { calls, url: `http://127.0.0.1:${portOf(proxy)}`, close: () => void proxy.close() }
}
