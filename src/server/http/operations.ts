import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '#server/db/client.ts'
import { type Actor, actorOf } from './app-types.ts'
import { idempotent } from './idempotency.ts'

/** A change to the records, made in the given transaction on behalf of an actor. */
type Operation<Services, Input, Output> = (tx: Tx, services: Services, input: Input, actor: Actor) => Promise<Output>

/**
 * Runs an operation in a transaction, on behalf of the caller; once per `Idempotency-Key` at a route that is
 * marked `once`, where a key that was used with another body throws 409.
 */
export const run = <Services extends { db: Db }, Input, Output>(
  request: FastifyRequest,
  services: Services,
  operation: Operation<Services, Input, Output>,
  input: Input,
): Promise<Output> => idempotent(services.db, request, (tx) => operation(tx, services, input, actorOf(request)))
