import { errorCode } from '#server/errors.ts'

/** SQLSTATE, constraint and table of an error from the database; null for any other error. */
export function databaseError(error: unknown): { code: string; constraint: string; table: string } | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const text = (key: string) => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' ? value : ''
  }
  return { code: error.code, constraint: text('constraint'), table: text('table') }
}
export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'

/** True if the connection was lost, so that the transaction may or may not have been committed. */
export function mayHaveCommitted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  return LOST.has(code) || saidByPooler(error) || error.message.startsWith('Connection terminated')
}

/** Whether a pooler has lost its database. A mistake of the driver has the same code, but is not FATAL. */
const saidByPooler = (error: Error) => errorCode(error) === '08P01' && 'severity' in error && error.severity === 'FATAL'

const LOST = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02', '08000', '08003', '08006'])

const GONE = new Set([
  ...LOST,
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P03',
  '08001',
  '08004',
  // 25006 is read-only: a standby.
  '25006',
  // 53xxx is out of disk, memory or connections.
  '53100',
  '53200',
  '53300',
  // 55000 and the codes below: the database accepts no connections.
  '55000',
  '57014',
  '55P03',
  '40P01',
  '40001',
])

/** True if the database ended a statement because it took too long. */
export const isTooSlow = (error: unknown) => errorCode(error) === '57014'

/** True if the database ended the transaction because of a deadlock or a conflict with another one. */
export const isOvertaken = (error: unknown) => ['40P01', '40001'].includes(errorCode(error))

/** True if somebody else kept a row locked for longer than this transaction waits. */
export const isLockedOut = (error: unknown) => errorCode(error) === '55P03'

/** True if the database cannot answer now: gone, restarting, out of connections, or a wait timed out. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  return (
    GONE.has(code) ||
    saidByPooler(error) ||
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}
