import { md5 } from 'js-md5'
import { z } from 'zod'
import type { Running } from './processes.ts'

/** Logs the demo administrator in and returns the token. */
export async function login(server: Running): Promise<{ user_token: string; id: number }> {
  const body = JSON.stringify({ login: 'admin@quayside.example', password: md5('quayside-admin'), rememberMe: false })
  const reply = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return z.object({ data: z.object({ user_token: z.string(), id: z.int() }) }).parse(await reply.json()).data
}
