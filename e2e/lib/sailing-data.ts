import type { AttentionPage } from '#contract/attention/attention.ts'
import type { DateChangePreview } from '#contract/sailings/date-change.ts'
import type { CandidatePage, LoadingReply } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import type { asAdmin } from './order-data.ts'
import type { RunningServer } from './server.ts'

const PORTS = { portOfLoading: 'CNNGB', portOfDischarge: 'USLAX' }
const DAY = 86_400_000
const daysAhead = (days: number) => new Date(Math.floor(Date.now() / DAY + days) * DAY).toISOString()

type Server = Pick<RunningServer, 'call' | 'tokenOf'>

async function addSailing(server: Server, dates: Record<string, string>) {
  const { token } = await server.tokenOf('admin')
  const call = async <T>(path: string, body?: object) =>
    (await server.call<T>(path, { method: body ? 'POST' : 'GET', body, token })).data
  const vessels = await call<{ items: { id: number }[] }>('vessel?per_page=1')
  const vesselId = vessels.items[0]?.id
  const voyage = `V${crypto.randomUUID().slice(0, 8)}`
  const { id } = await call<Sailing>('sailing', { vesselId, voyage, ...PORTS, ...dates })
  const { items } = await call<CandidatePage>(`sailing/candidates?sailingId=${id}&per_page=100`)
  // Dates that an order has of its own would stay: those without come first.
  const byPort = items.toSorted(
    (one, other) => Number(one.portOfDischarge !== '') - Number(other.portOfDischarge !== ''),
  )
  return { call, id, orderIds: byPort.slice(0, 3).map(({ orderId }) => orderId) }
}

/** Adds a sailing whose cut-off has passed, with nine orders that were not received; returns its id. */
export async function missedSailing(server: Server): Promise<number> {
  const dates = { cargoCutOffAt: daysAhead(-1), etd: daysAhead(5), portEta: daysAhead(25) }
  const { call, id } = await addSailing(server, dates)
  const { items } = await call<{ items: { id: number }[] }>(
    'request/booking/get_all?per_page=50&f.status=is:0&f.milestone=in:booked,confirmed&f.sailing=empty&f.mode=is:0',
  )
  // An order may be refused, or keep a later cut-off of its own.
  for (const order of items) {
    await call<LoadingReply>(`sailing/${id}/orders`, { orderIds: [order.id] })
    const { totalCount } = await call<AttentionPage>(`attention?by=order&rule=cargo-cut-off&group=${id}`)
    if (totalCount === 9) return id
  }
  throw new Error('The demo has no nine orders that can be loaded')
}

/** Adds a sailing with three orders that should have left three days ago. */
export async function lateSailing(server: Server): Promise<void> {
  const { call, id, orderIds } = await addSailing(server, {
    cargoCutOffAt: daysAhead(-6),
    etd: daysAhead(-3),
    portEta: daysAhead(425),
  })
  await call(`sailing/${id}/orders`, { orderIds, takeOver: true })
}

/**
 * Adds a sailing with a container and three orders, one of them received with other figures than booked;
 * returns its id.
 */
export async function sailingWithCargo(server: Server): Promise<number> {
  const { call, id, orderIds } = await addSailing(server, {
    cargoCutOffAt: daysAhead(400),
    etd: daysAhead(405),
    portEta: daysAhead(425),
  })
  const container = await call<{ id: number }>('container', { sailingId: id, sizeType: '45G1', number: 'TGHU1234560' })
  await call(`sailing/${id}/orders`, { orderIds, containerId: container.id, takeOver: true })
  const measured = [{ orderId: orderIds[0], pieces: 12, weightKg: 9000, volumeCbm: 61.5 }]
  await call(`sailing/${id}/received`, { orderIds: orderIds.slice(0, 1), measured })
  return id
}

/** Moves the arrival at the port by days, for all orders aboard and without mails. */
export async function delaySailing(
  call: Awaited<ReturnType<typeof asAdmin>>,
  sailingId: number,
  days: number,
): Promise<void> {
  const path = `sailing/${sailingId}`
  const { portEta, updatedAt } = await call<Sailing>(path)
  const change = { dates: { portEta: new Date(Date.parse(portEta ?? '') + days * DAY).toISOString() }, mode: 'set' }
  const preview = await call<DateChangePreview>(`${path}/date-change/preview`, 'POST', change)
  const orders = preview.orders.map(({ id, updatedAt: version }) => ({
    id,
    updatedAt: version,
    apply: true,
    mail: false,
  }))
  await call(`${path}/date-change`, 'POST', { ...change, updatedAt, orders })
}
