import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Role } from '#contract/session/session.ts'
import type { Work } from './reads.ts'

/** Who may call: anyone; any valid token (a client's too); staff; administrators. Staff unless a route says otherwise. */
export type Access = 'public' | 'client' | 'staff' | 'admin'

export interface Session {
  id: number
  userId: number
  username: string
  email: string
  roles: Role[]
  staff: boolean
  impersonatorId: number | null
  /** How far the log of the database is flushed, and was at this session's last write, in bytes; null without replicas. */
  wal: { now: number; written: number } | null
  /** The row the session was read by, with the columns of what its route has read along. */
  along: Record<string, unknown>
}

/** A statement that finds a session, and the same with how far the log of the database is. */
export interface SessionTexts {
  plain: string
  withWal: string
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    /** Runs what only reads, on a replica if it may. */
    read: <T>(work: Work<T>) => Promise<T>
  }
  interface FastifyContextConfig {
    access?: Access
    /** A GET that changes something all the same. */
    writes?: boolean
    /** What is read with the session, by the id in the path; made by `readAlong`. */
    along?: SessionTexts
  }
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** Who does something, as the audit trail keeps it. */
export interface Actor {
  userId: number | null
  impersonatorId: number | null
  ip: string
  requestId: string
}

/** The actor of a request. */
export const actorOf = (request: FastifyRequest): Actor => ({
  userId: request.session?.userId ?? null,
  impersonatorId: request.session?.impersonatorId ?? null,
  ip: request.ip,
  requestId: request.id,
})
