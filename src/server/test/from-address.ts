import { request } from 'node:http'

/** Posts JSON from an address of the loopback network (127.0.0.1 to 127.255.255.254). */
export function postFrom(
  localAddress: string,
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; retryAfter: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', localAddress, headers: { 'content-type': 'application/json', ...headers } }
    const call = request(url, options, (reply) => {
      let text = ''
      reply.on('data', (chunk) => (text += chunk))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'], body: text }),
      )
    })
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
}
