import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

interface Message {
  id: string
  /** Unix seconds of this attempt. */
  timestamp: number
  body: string
}

/**
 * The headers of Standard Webhooks for a message, signed with each of these secrets ('whsec_' and base64).
 */
export function signedHeaders({ id, timestamp, body }: Message, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
