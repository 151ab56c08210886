import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import type { FoundItem, SearchGroup, SearchReply } from '#contract/search/search.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'

/** Times that a search is repeated for missing parts. */
const MOST_TRIES = 50

type Values = Parameters<typeof createOrder>[1]

/** Searches as staff, and records to find. */
export async function searchAs(server: TestServer) {
  const client = await createUser(server.db, { username: 'Berta Klein', email: 'berta@klein.test' })
  /** Asks again for parts that ran out of time: other tests may keep the machine busy. */
  async function ask(q: string, more = '') {
    for (let tries = 1; ; tries++) {
      const reply = await server.call('GET', `search?q=${encodeURIComponent(q)}${more}`)
      if (!reply.body.data?.partial?.length || tries === MOST_TRIES) return reply
    }
  }
  const search = async (q: string): Promise<SearchReply> => (await ask(q)).body.data
  const found = async (q: string, group: SearchGroup = 'orders'): Promise<FoundItem[]> =>
    (await search(q)).groups[group].items
  const ids = async (q: string, group: SearchGroup = 'orders') => (await found(q, group)).map(({ id }) => id)
  const newOrder = (values: Partial<Values> = {}) =>
    createOrder(server.db, {
      userId: client.id,
      email: '',
      phone: '',
      companyName: '',
      companyNameShipper: '',
      ...values,
    })
  const newFclOrder = () =>
    newOrder({ transportationMode: TransportationMode.FCL, shipmentTradeTerms: TradeTerms.OTHER, originDepotId: null })

  /** A sailing, without or with a container, and the order on it. */
  async function newSailing(values: { reference: string; masterBill?: string; vessel?: string; voyage?: string }) {
    const { vessel = `Vessel of ${values.reference}`, voyage = `V${values.reference}`, ...rest } = values
    const { id: vesselId } = await server.db
      .insertInto('vessels')
      .values({ name: vessel, imoNumber: `IMO of ${values.reference}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return server.db
      .insertInto('sailings')
      .values({ vesselId, voyage, portOfLoading: 'CNNGB', portOfDischarge: 'CAVAN', ...rest })
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const newContainer = (values: { sailingId?: number; orderId?: number; number: string; seal?: string }) =>
    server.db
      .insertInto('containers')
      .values({ sizeType: '45G1', maxKg: 26_500, maxCbm: 68, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  const load = (orderId: number, sailingId: number, containerId: number | null = null) =>
    server.db.insertInto('loadings').values({ orderId, sailingId, containerId, position: 1 }).execute()
  return { client, ask, search, found, ids, newOrder, newFclOrder, newSailing, newContainer, load }
}
