import type { FastifyBaseLogger } from 'fastify'

/** Logs the first of the failures in a row: once, not at every look while the database is away. */
export function createOutageLog(log: Pick<FastifyBaseLogger, 'error'>, message: string) {
  let failing = false
  return {
    worked() {
      failing = false
    },
    failed(error: unknown) {
      if (!failing) log.error({ err: error }, message)
      failing = true
    },
  }
}
