import type { PoolClient } from 'pg'
import { createDb, type Tx } from '#server/db/client.ts'

/** The product's own queries on a connection, within the transaction that the caller began. */
export const transactionOn = (client: PoolClient): Tx =>
  createDb({
    connect: async () => ({ query: client.query.bind(client), release() {} }),
    end: async () => {},
  }) as unknown as Tx // begun by the caller
