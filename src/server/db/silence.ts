import { Socket } from 'node:net'
import type pg from 'pg'
import { LIMITS } from '#server/lib/limits.ts'

const patient = new WeakSet<pg.ClientBase>()

/**
 * Ends a connection whose database says nothing to a statement: where the network swallows what is sent, the statement's
 * own time-out never comes back. Who waits for it gets an error that counts as unavailable.
 */
export function endWhenSilent(client: pg.ClientBase, ms: number = LIMITS.databaseSilenceMs): void {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream')
  if (!(stream instanceof Socket)) return
  stream.setTimeout(ms)
  stream.on('timeout', () => {
    // Nothing is expected of an idle connection, one that listens, or one whose reader is slow.
    if (Reflect.get(client, 'readyForQuery') === true || stream.isPaused() || patient.has(client)) return
    stream.destroy(new Error('Connection terminated: the database is silent'))
  })
}

/** Lets this connection wait for as long as its statements take; it must not go back into the pool. */
export const waitForever = (client: pg.ClientBase) => void patient.add(client)
