import { Socket } from 'node:net'
import type pg from 'pg'
import { DB_LIMITS } from './limits.ts'

/**
 * Ends a connection whose database says nothing to a statement: where the network swallows what is sent, the statement's
 * own time-out never comes back. Who waits for it gets an error that counts as unavailable.
 */
export function endWhenSilent(client: pg.ClientBase, ms: number = DB_LIMITS.databaseSilenceMs): void {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream')
  if (!(stream instanceof Socket)) return
  stream.setTimeout(ms)
  stream.on('timeout', () => {
    // Nothing is expected of an idle connection, one that listens, or one whose reader is slow.
    if (Reflect.get(client, 'readyForQuery') === true || stream.isPaused()) return
    stream.destroy(new Error('Connection terminated: the database is silent'))
  })
}
