import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Db } from '#server/db/client.ts'
import { setTerms } from '#server/db/tuning/transactions.ts'
import { dbOf } from '#server/http/reads.ts'

interface Check {
  client: pg.PoolClient
  /** Fails unless the call is admitted. */
  passed: Promise<unknown>
  /** Afterwards, on the same connection. */
  after: (db: Db) => Promise<void>
}

/**
 * The check of a token that is under way while the call goes on: work sent on its connection needs no trip of
 * its own.
 */
export class EarlyCheck {
  readonly passed: Promise<unknown>
  readonly #client: pg.PoolClient
  readonly #after: (db: Db) => Promise<void>
  #state: 'free' | 'taken' | 'over' = 'free'

  constructor({ client, passed, after }: Check) {
    this.passed = passed
    this.#client = client
    this.#after = after
    // A body may take long to arrive: the connection does not wait for it.
    const done = () => (this.#state === 'free' ? this.#release() : undefined)
    passed.then(done, done)
  }

  async #release(): Promise<void> {
    this.#state = 'over'
    const db = dbOf(this.#client)
    setTerms(db, null)
    // The failure of what comes afterwards is not the call's.
    await this.#after(db).catch(() => {})
    this.#client.release()
  }

  /**
   * Runs the call's work beside the check, in transactions that commit only if it succeeds; after the check,
   * on `db`.
   */
  async run<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#state !== 'free') {
      await this.passed
      return work(db)
    }
    this.#state = 'taken'
    const own = dbOf(this.#client)
    setTerms(own, { condition: this.passed, lender: db })
    try {
      return await work(own)
    } finally {
      await this.passed.catch(() => {})
      void this.#release()
    }
  }
}

/** Answers a call as soon as its check refuses it, however much of its body is still to come. */
export function answerRefusal({ early, raw }: FastifyRequest, reply: FastifyReply): void {
  early?.passed.catch((refusal) => {
    if (!raw.complete && !reply.sent) reply.send(refusal)
  })
}
