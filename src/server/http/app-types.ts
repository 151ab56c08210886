import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { StepUp } from '#contract/accounts/second-factor.ts'
import type { Work } from './reads.ts'
import type { Session } from './session.ts'

/**
 * Who may call: anyone; any valid token, even a client's; staff; administrators. Staff unless a route says
 * otherwise.
 */
export type Access = 'public' | 'client' | 'staff' | 'admin'

/** The parameters in the address of a call, unchecked. */
export interface Sent {
  query: Record<string, unknown>
  params: Record<string, unknown>
}

/** Facts for the API's description beyond the call's schema. */
export interface Documented {
  /** The body, where the handler checks it. */
  body?: z.ZodType
  /** The field of a multipart body that carries a file, or several ('files[]'). */
  file?: string
  /** The type of a body that is taken as it is. */
  raw?: string
  /** Parts of the form beside the file, with their meaning: JSON as text. */
  parts?: Readonly<Record<string, string>>
  /** Types of the file that is answered instead of an envelope. */
  download?: readonly string[]
  /** Headers of a success, with their meaning. */
  headers?: Record<string, string>
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    /** Runs work that only reads, on a replica where possible. */
    read: <T>(work: Work<T>) => Promise<T>
    /**
     * Counts a call that does the work of several as so many more, against the limit of its API key. Throws
     * 429.
     */
    takeCalls: (more: number) => Promise<void>
    /** The result of the route's `ahead`; null if it reads nothing ahead. Fails as the read does. */
    ahead: Promise<unknown> | null
  }
  interface FastifyContextConfig {
    access?: Access
    /** Scopes that an API key needs, all of them; null or absent: closed to keys. */
    scopes?: readonly string[] | null
    /** Whom the call asks for a confirmation, unless they gave one lately. */
    stepUp?: StepUp | null
    /** Marks a call that staff may make before they have the second factor that the installation asks for. */
    beforeSecondFactor?: boolean
    /**
     * Marks a POST that does its work once per `Idempotency-Key`, and is described so. Its one transaction is
     * `run`, or `idempotent`: those look at this mark.
     */
    once?: boolean
    /** Marks a GET that changes something. */
    writes?: boolean
    /**
     * Marks a call that answers with a stream, which ends itself: the time limit of replies does not apply.
     */
    streams?: boolean
    /**
     * Marks a call that changes only data that replicas do not have: reads after it need not wait for them.
     */
    transient?: boolean
    /** Ignores all query parameters: probes and caches add some of their own. */
    anyQuery?: boolean
    /** Facts for the call's description that its schema lacks. */
    documented?: Documented
    /**
     * Quick work that only reads, for an address as it was sent; null for one that must be checked first. It
     * is sent together with the check of the token, and its answer is dropped unless the session is valid and
     * may see it. `staff` is whether the token was a staff member's when it was last seen.
     */
    ahead?: (sent: Sent, staff: boolean) => Work<unknown> | null
  }
}

/** A Fastify app that types calls by their zod schemas. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** Adds routes for administrators only, whatever access they declare. */
export function forAdministrators(app: App, routes: (admin: App) => void): void {
  app.register(async (scope) => {
    scope.addHook('onRoute', ({ config }) => void Object.assign(config ?? {}, { access: 'admin' }))
    routes(scope as unknown as App) // the same type by name
  })
}

/** Who makes a change, as the audit trail records it. */
export interface Actor {
  userId: number | null
  impersonatorId: number | null
  ip: string
  requestId: string
  /** The session; null or absent for commands, and for work in the background. */
  sessionId?: number | null
  /** The API key that made the change, on behalf of its owner. */
  apiKeyId?: number | null
}

/** The result of this route's own `ahead`, typed by the route; null if nothing was read ahead. */
export const readAheadOf = <T>(request: FastifyRequest) => request.ahead as Promise<T> | null // config declares `ahead` for any type

/** The actor of a request. */
export const actorOf = (request: FastifyRequest): Actor => ({
  userId: request.session?.userId ?? null,
  impersonatorId: request.session?.impersonatorId ?? null,
  ip: request.ip,
  requestId: request.id,
  sessionId: request.session?.apiKeyId ? null : (request.session?.id ?? null),
  apiKeyId: request.session?.apiKeyId ?? null,
})
