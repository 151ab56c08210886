import type { Paper } from '#contract/papers/papers.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'

/** Actions of paper tests on orders and requirements. */
export function papersOn(server: TestServer) {
  let serial = 0
  const call = (method: string, path: string, body?: object) => server.call(method, path, { body })
  const base = (orderId: number) => `request/booking/${orderId}/requirements`
  return {
    call,
    /** A document requirement that every order needs, unless the values say otherwise. */
    requirement: async (values: object = {}) => {
      const body = { name: `Paper ${++serial}`, categoryId: 2, supplier: 'client', basis: 'documentation-cut-off' }
      return (await call('POST', 'document-requirement', { ...body, ...values })).body.data
    },
    /** Switches off the requirements of other tests. */
    forget: () => server.db.updateTable('documentRequirements').set({ active: false }).execute(),
    newOrder: async (values: object = {}, options: { amazon?: boolean } = {}) =>
      createOrder(server.db, { userId: (await createUser(server.db)).id, ...values }, options),
    papers: async (orderId: number) =>
      (await call('GET', base(orderId))).body.data as {
        items: Paper[]
        there: number
        total: number
        links: { id: number; state: string; email: string }[]
      },
    change: (orderId: number, id: number, body: object) => call('PUT', `${base(orderId)}/${id}`, body),
    add: (orderId: number, body: object) => call('POST', base(orderId), body),
    ask: (orderId: number, ids: number[], more: object = {}) => call('POST', `${base(orderId)}/ask`, { ids, ...more }),
    confirm: (orderId: number, body: object) => call('PUT', `request/booking/${orderId}/confirmation/edit`, body),
    names: (items: readonly Paper[]) => items.map(({ name }) => name),
  }
}
