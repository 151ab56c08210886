import { errorCode } from '#server/errors.ts'

/** The database's own error, when it is one: its SQLSTATE, constraint and table. */
export function databaseError(error: unknown): { code: string; constraint: string; table: string } | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const text = (key: string) => {
    const value = (error as unknown as Record<string, unknown>)[key]
    return typeof value === 'string' ? value : ''
  }
  return { code: error.code, constraint: text('constraint'), table: text('table') }
}
export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'

/** True when the connection was lost, so that nobody can tell whether a transaction was committed. */
export function mayHaveCommitted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  return LOST.has(code) || saidByPooler(error) || error.message.startsWith('Connection terminated')
}

/** A pooler has no database for us, or lost it in the middle: to a driver's mistake the same code is no FATAL one. */
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
  // Read-only for now: a standby, or a primary that became one.
  '25006',
  // Disk, memory or connections of the database are used up.
  '53100',
  '53200',
  '53300',
  // The database lets nobody in.
  '55000',
  '57014',
  '55P03',
  '40P01',
  '40001',
])

/** True for a transaction that the database ended because it and another waited for each other. */
export const isOvertaken = (error: unknown) => ['40P01', '40001'].includes(errorCode(error))

/** True when the database cannot answer now: gone, restarting, out of connections, or a wait that ran out. */
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
