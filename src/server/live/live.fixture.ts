import { type IncomingMessage, request } from 'node:http'
import { expect } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import type { ChangeEvent, PresenceEvent } from '#contract/live/live.ts'
import { createUser } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'

/** Milliseconds: other tests' transactions on the same cluster may hold changes back. */
const PATIENCE = { timeout: 15_000, interval: 20 }

export interface LiveEvent {
  name: string
  id: string | null
  // biome-ignore lint/suspicious/noExplicitAny: tests read any path of an event and fail when it is missing
  data: any
}

/** One event of a stream. */
function parseEvent(text: string): LiveEvent {
  const fields = new Map(text.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]))
  return {
    name: fields.get('event') ?? '',
    id: fields.get('id') ?? null,
    data: JSON.parse(fields.get('data') ?? 'null'),
  }
}

type Server = Pick<TestServer, 'url' | 'token'>

interface Options {
  token?: string | null
  /** The id of the last event. */
  after?: string
  /** The local address that it comes from. */
  from?: string
}

/**
 * Asks for a stream on a connection of its own; fetch would open another connection when a stream is given
 * up.
 */
function ask({ url, token: own }: Server, { token = own, after, from }: Options) {
  return new Promise<{ reply: IncomingMessage; close: () => void }>((resolve, reject) => {
    const headers = { ...(token && { 'user-token': token }), ...(after !== undefined && { 'last-event-id': after }) }
    const asked = request(`${url}/api/live`, { headers, agent: false, ...(from && { localAddress: from }) })
    asked.on('error', reject).on('response', (reply) => resolve({ reply, close: () => asked.destroy() }))
    asked.end()
  })
}

/** A stream of events over a real connection, and what it has told so far. */
export async function openLive(server: Server, options: Options = {}) {
  const { reply, close } = await ask(server, options)
  const events: LiveEvent[] = []
  let open = true
  let rest = ''
  reply.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    events.push(...parts.map(parseEvent))
  })
  reply.on('error', () => {})
  reply.once('close', () => {
    open = false
  })
  const named = (name: string) => events.filter((each) => each.name === name)
  const live = {
    status: reply.statusCode,
    headers: reply.headers,
    named,
    changes: (): ChangeEvent[] => named('change').map(({ data }) => data),
    /** The last presence of a record: who has it open. */
    people: (entityId: number): PresenceEvent['people'] | undefined =>
      named('presence').findLast(({ data }) => data.entityId === entityId)?.data.people,
    lastId: () => events.findLast(({ id }) => id !== null)?.id ?? '',
    isOpen: () => open,
    ended: () => expect.poll(() => open, PATIENCE).toBe(false),
    /** Waits until a change was told that looks like this, and returns it. */
    async change(like: Partial<ChangeEvent>): Promise<ChangeEvent> {
      await expect.poll(live.changes, PATIENCE).toContainEqual(expect.objectContaining(like))
      return live.changes().find((each) => expect.objectContaining(like).asymmetricMatch(each)) as ChangeEvent // found above
    },
    /** Waits until an event of this name was told, and returns the first. */
    async event(name: string, n = 1): Promise<LiveEvent> {
      await expect.poll(() => named(name).length, PATIENCE).toBeGreaterThanOrEqual(n)
      return named(name)[n - 1] as LiveEvent // as many as that
    },
    async close() {
      close()
      await live.ended()
    },
  }
  if (reply.statusCode === 200) await live.event('ping')
  return live
}

/** A member of staff with a session of their own. */
export async function colleague(server: TestServer, username: string) {
  const { id } = await createUser(server.db, { username, role: [Role.MANAGER] })
  return { id, name: username, token: await server.tokenFor(id) }
}
