import type { Role } from '#contract/accounts/session.ts'
import type { Confirmed } from './security/second-factor.ts'

/** The session of a call. */
export interface Session extends Confirmed {
  id: number
  userId: number
  username: string
  email: string
  roles: Role[]
  staff: boolean
  impersonatorId: number | null
  /** The API key of the call, and its scopes; null for a person's session. */
  apiKeyId: number | null
  scopes: readonly string[] | null
  /** Bytes of the database's log flushed now, and at this session's last write; null without replicas. */
  wal: { now: number; written: number } | null
}
