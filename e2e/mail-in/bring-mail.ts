import type { RunningServer } from '#e2e/lib/server.ts'

/** Brings a mail as a gateway does; returns its id. */
export async function bringMail(server: RunningServer, raw: string): Promise<number> {
  const { token } = await server.tokenOf('admin')
  const reply = await fetch(`${server.url}/api/mail-in/raw`, {
    method: 'POST',
    headers: { 'user-token': token, 'content-type': 'message/rfc822' },
    body: raw,
  })
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: { id: number } }
  if (code !== 200) throw new Error(message)
  return data.id
}
