import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Role } from '#contract/session/session.ts'
import type { Work } from './reads.ts'

/** Who may call: anyone; any valid token, a client's too; staff; administrators. Staff unless a route sets another. */
export type Access = 'public' | 'client' | 'staff' | 'admin'

/** The session of a call. */
export interface Session {
  id: number
  userId: number
  username: string
  email: string
  roles: Role[]
  staff: boolean
  impersonatorId: number | null
  /** Bytes of the database's log flushed now, and at this session's last write; null without replicas. */
  wal: { now: number; written: number } | null
  /** The row read with the session: its columns and those the route reads along. */
  along: Record<string, unknown>
}

/** A statement that finds a session, without and with the position of the database's log. */
export interface SessionTexts {
  plain: string
  withWal: string
}

/** What the API's description tells of a call beyond its schema. */
export interface Documented {
  /** The body, where the handler checks it. */
  body?: z.ZodType
  /** The field of a multipart body that carries a file, or several ('files[]'). */
  file?: string
  /** The types of the file that is answered instead of an envelope. */
  download?: readonly string[]
  /** Headers of a success, with their meaning. */
  headers?: Record<string, string>
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    /** Runs work that only reads, on a replica where possible. */
    read: <T>(work: Work<T>) => Promise<T>
  }
  interface FastifyContextConfig {
    access?: Access
    /** Marks a GET that changes something. */
    writes?: boolean
    /** What the call's description cannot take from its schema. */
    documented?: Documented
    /** Read with the session, by the id in the path; made by `readAlong`. */
    along?: SessionTexts
  }
}

/** A Fastify app that types calls by their zod schemas. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** Who makes a change, as the audit trail records it. */
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
