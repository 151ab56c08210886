import { Socket } from 'node:net'
import type pg from 'pg'
import { DB_LIMITS } from './limits.ts'

/**
 * Ends a connection whose database does not answer: if the network swallows packets, the statement's own
 * time-out never arrives. Callers get an error that counts as unavailable.
 */
export function endWhenSilent(client: pg.ClientBase, ms: number = DB_LIMITS.databaseSilenceMs): void {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream')
  if (!(stream instanceof Socket)) return
  stream.setTimeout(ms)
  stream.on('timeout', () => {
    // Idle, listening or slowly read connections expect no answer.
    if (Reflect.get(client, 'readyForQuery') === true || stream.isPaused()) return
    stream.destroy(new Error('Connection terminated: the database is silent'))
  })
}
