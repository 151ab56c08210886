import { md5 } from 'js-md5'
import type { Running } from './processes.ts'

/** Logs the demo administrator in. */
export async function login(server: Running): Promise<{ user_token: string; id: number }> {
  const body = JSON.stringify({ login: 'admin@quayside.example', password: md5('quayside-admin'), rememberMe: false })
  const reply = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { data } = (await reply.json()) as { data: { user_token: string; id: number } }
  return data
}
