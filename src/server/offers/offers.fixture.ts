import { createLane, createUser } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'

/** Offers over HTTP, with a lane that has a price. */
export async function offersOn(server: TestServer) {
  const lane = await createLane(server.db)
  const client = await createUser(server.db)
  const call = (method: string, path: string, body?: object) => server.call(method, path, { body })
  const inputs = {
    shipmentTradeTerms: 2,
    depotId: lane.depot.id,
    cartageId: lane.cartage.id,
    cbm: 2,
    weight: 300,
    cargoInsurance: false,
    customsBrokerage: false,
  }
  const lcl = { mode: 0, inputs }
  const fcl = { mode: 1, label: '40 ft to Chicago', price: 4200 }
  const prospect = { name: 'Nina New', email: 'nina@example.test' }
  const make = (values: object = {}) => call('POST', 'offer', { ...prospect, options: [lcl, fcl], ...values })
  const draft = async (values: object = {}): Promise<Made> => (await make(values)).body.data
  const sent = async (values: object = {}): Promise<Made> => {
    const { id } = await draft(values)
    return (await call('POST', `offer/${id}/send`, {})).body.data
  }
  /** The secret in a mail, which nothing else knows. */
  const tokenOf = async (mailId: number): Promise<string> => {
    const mail = server.db.selectFrom('mails').select('html').where('id', '=', mailId)
    const { html } = await mail.executeTakeFirstOrThrow()
    return /\/site\/offer\/([A-Za-z0-9_-]{43})/.exec(html)?.[1] ?? ''
  }
  return { lane, client, tokenOf, call, inputs, lcl, fcl, make, draft, sent }
}

interface Made {
  id: number
  reference: string
  validUntil: string
  updatedAt: string
  options: { id: number; price: number | null }[]
  mail: { id: number } | null
}
