import type { PoolClient } from 'pg'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { containerNumberDoubt, SIZE_TYPES, type SizeType } from '#contract/reference/container-codes.ts'
import { addDays, atHour, HOUR } from '#demo/lib/days.ts'
import { insertRows, type Rows } from '#demo/lib/insert-rows.ts'
import { createRandom, type Random } from '#demo/lib/random.ts'
import type { DemoOrder } from '#demo/orders/planned-order.ts'
import { MANAGER } from '#demo/people/staff.ts'
import { CARRIERS, carrierId } from '#demo/reference/carriers.ts'
import { depotId } from '#demo/reference/depots.ts'
import { destinationPlaceId } from '#demo/reference/destination-places.ts'
import { VESSELS } from '#demo/reference/vessels.ts'
import { sailingReference } from '#server/sailings/sailing-reference.ts'
import type { DemoSailing } from './plan-sailings.ts'

/** Days between planning a sailing and its departure. */
const LEAD_DAYS = 32
/** Volume that is left free, as nobody plans to the last CBM. */
const SLACK = 0.92
/**
 * Cargo of the overbooked sailing, relative to its capacity; the measured volume may be a little less than
 * the booked one.
 */
const LEAST_OVER = 1.05
const SIZES = ['22G1', '42G1', '45G1'] as const satisfies SizeType[]
const FCL_ORDERS = 12
const NUMBER_DIGITS = 6

const volumeOf = ({ orders }: Pick<DemoSailing, 'orders'>) =>
  orders.reduce((sum, { shipment }) => sum + shipment.volume, 0)
const createdAtOf = ({ voyage }: DemoSailing, now: Date) =>
  new Date(Math.min(addDays(voyage.estimatedDeparture, -LEAD_DAYS).getTime(), addDays(now, -6).getTime()))

/** Where a sailing's containers go, and since when they can be picked up there. */
function arrivalOf({ stage, voyage }: DemoSailing) {
  const after = (days: number) => (stage === 'arrived' ? atHour(addDays(voyage.portArrival, days), 20) : null)
  return {
    terminalPlaceId: destinationPlaceId('terminal', voyage.portOfDischarge),
    dischargedAt: after(0),
    availableAt: after(1),
  }
}

/** A container number with the right check digit. */
function containerNumber(prefix: string, random: Random): string {
  const start = prefix + random.digits(NUMBER_DIGITS)
  const digit = [...'0123456789'].find((each) => containerNumberDoubt(start + each) === null)
  return digit === undefined ? containerNumber(prefix, random) : start + digit
}

/** The containers that take this volume: one of the usual sizes, more than one for more. */
function sizesFor(volume: number): SizeType[] {
  const fitting = SIZES.find((size) => volume <= SIZE_TYPES[size].maxCbm * SLACK)
  return fitting ? [fitting] : ['45G1', ...sizesFor(volume - SIZE_TYPES['45G1'].maxCbm * SLACK)]
}

type ContainerRow = Rows<'containers'>[number] & { id: number; maxKg: number; maxCbm: number }
const PREFIXES = ['TCLU', 'TGHU', 'CAIU', 'SEGU', 'FCIU'] as const

function containerRow(id: number, size: SizeType, at: Date, random: Random): ContainerRow {
  const { maxCbm, maxKg } = SIZE_TYPES[size]
  return {
    id,
    sailingId: null,
    orderId: null,
    sizeType: size,
    maxCbm,
    maxKg,
    createdAt: at,
    updatedAt: at,
    number: containerNumber(random.pick(PREFIXES), random),
    seal: `QS${random.digits(NUMBER_DIGITS)}`,
    tareKg: size === '22G1' ? 2200 : 3800,
    vgmKg: null,
    terminalPlaceId: null,
    dischargedAt: null,
    availableAt: null,
  }
}

function sailingRow(sailing: DemoSailing, now: Date, random: Random): Rows<'sailings'>[number] {
  const { id, stage, voyage, loading } = sailing
  const [vessel = ''] = VESSELS[voyage.vesselId - 1] ?? []
  const carrier = carrierId(vessel)
  const departed = stage === 'departed' || stage === 'arrived'
  const scac = carrier ? CARRIERS[carrier - 1]?.scac : ''
  const createdAt = createdAtOf(sailing, now)
  return {
    id,
    reference: sailingReference(now.getUTCFullYear(), id),
    vesselId: voyage.vesselId,
    voyage: voyage.voyage,
    ...{
      carrierId: carrier,
      portOfLoading: loading,
      portOfDischarge: voyage.portOfDischarge,
      depotId: depotId(loading),
    },
    cargoCutOffAt: voyage.cargoCutOffAt,
    documentationCutOffAt: voyage.documentationCutOffAt,
    vgmCutOffAt: atHour(addDays(voyage.estimatedDeparture, -2), 12),
    ...{ etd: voyage.estimatedDeparture, atd: departed ? voyage.departure : null },
    ...{ portEta: voyage.estimatedPortArrival, portAta: stage === 'arrived' ? voyage.portArrival : null },
    masterBill: departed ? `${scac}${random.digits(9)}` : '',
    carrierBooking: departed ? `${scac}${id}${String(voyage.vesselId).padStart(6, '0')}` : '',
    destinationPlaceId: destinationPlaceId('cfs', voyage.portOfDischarge),
    status: stage,
    notes: '',
    createdAt,
    updatedAt: createdAt,
  }
}

/** The first dates of a sailing, and the later arrival of a delayed one. */
function dateRows({ id, delay, voyage }: DemoSailing, row: Rows<'sailings'>[number], now: Date): Rows<'sailingDates'> {
  const change = (
    field: 'etd' | 'portEta' | 'cargoCutOffAt' | 'documentationCutOffAt' | 'vgmCutOffAt' | 'atd' | 'portAta',
  ) => ({ sailingId: id, field, previous: null, source: 'staff', userId: MANAGER, at: row.createdAt }) as const
  const eta = voyage.estimatedPortArrival
  const first = addDays(eta, -delay)
  const rows: Rows<'sailingDates'> = [
    ...(['cargoCutOffAt', 'documentationCutOffAt', 'vgmCutOffAt', 'etd'] as const).map((field) => ({
      ...change(field),
      value: row[field] ?? null,
    })),
    { ...change('portEta'), value: first },
  ]
  if (delay > 0) rows.push({ ...change('portEta'), value: eta, previous: first, at: atHour(addDays(now, -1), 8) })
  for (const field of ['atd', 'portAta'] as const) {
    const value = row[field]
    if (value) rows.push({ ...change(field), value, at: atHour(addDays(new Date(value), 1), 3) })
  }
  return rows
}

/** Time at which the CFS received the cargo; null while that is still to come. */
function receivedAt({ voyage }: DemoOrder, now: Date): Date | null {
  const usual = atHour(addDays(voyage.cargoReadyAt, 1), 10.5)
  const latest = new Date(voyage.cargoCutOffAt.getTime() - 2 * HOUR)
  const at = usual < latest ? usual : latest
  return at < now ? at : null
}

/** Measured volume: mostly close to the booked one, sometimes not. */
function measured({ volume, weight }: DemoOrder['shipment'], random: Random) {
  const isOff = random.chance(0.12)
  return {
    pieces: Math.ceil(volume / 0.07),
    volumeCbm: Math.round(volume * (isOff ? random.between(1.12, 1.22) : random.between(0.98, 1.03)) * 1000) / 1000,
    weightKg: Math.round(weight * random.between(0.98, 1.03) * 10) / 10,
  }
}

/**
 * Fills the containers one after the other; cargo that is not at the CFS yet is in none, except on the
 * overbooked sailing.
 */
function loadingRows(sailing: DemoSailing, boxes: readonly ContainerRow[], isOver: boolean, now: Date, random: Random) {
  const used = new Map(boxes.map(({ id }) => [id, { cbm: 0, kg: 0 }]))
  return sailing.orders.map((order, at): Rows<'loadings'>[number] => {
    const received = receivedAt(order, now)
    const found = received ? measured(order.shipment, random) : { pieces: null, volumeCbm: null, weightKg: null }
    const [cbm, kg] = [found.volumeCbm ?? order.shipment.volume, found.weightKg ?? order.shipment.weight]
    const box = boxes.find(({ id, maxCbm, maxKg }) => {
      const inside = used.get(id) ?? { cbm: 0, kg: 0 }
      return inside.kg + kg <= maxKg && (isOver || inside.cbm + cbm <= maxCbm)
    })
    const inside = box && (received || isOver) ? used.get(box.id) : undefined
    if (inside) Object.assign(inside, { cbm: inside.cbm + cbm, kg: inside.kg + kg })
    return {
      ...{ orderId: order.id, sailingId: sailing.id, containerId: inside ? (box?.id ?? null) : null },
      receivedAt: received,
      ...found,
      position: at + 1,
      createdAt: createdAtOf(sailing, now),
    }
  })
}

/** The planned sailing whose cargo exceeds one container by the least gets only that container. */
function overbooked(sailings: readonly DemoSailing[]): { sailing: DemoSailing; size: SizeType } | undefined {
  const planned = sailings.filter(({ stage, delay }) => stage === 'planned' && delay === 0)
  const over = planned.flatMap((sailing) =>
    SIZES.map((size) => ({ sailing, size, share: volumeOf(sailing) / SIZE_TYPES[size].maxCbm })),
  )
  return over.filter(({ share }) => share > LEAST_OVER).sort((one, other) => one.share - other.share)[0]
}

/** Exclusive containers for some FCL orders under way. */
function fclContainers(orders: readonly DemoOrder[], firstId: number, random: Random): ContainerRow[] {
  const own = orders.filter(({ shipment, confirmed }) => shipment.mode === TransportationMode.FCL && confirmed)
  return own.slice(-FCL_ORDERS).map(({ id, shipment, voyage }, at) => {
    const size =
      shipment.volume <= SIZE_TYPES['22G1'].maxCbm
        ? '22G1'
        : shipment.volume <= SIZE_TYPES['42G1'].maxCbm
          ? '42G1'
          : '45G1'
    return { ...containerRow(firstId + at, size, voyage.confirmedAt, random), orderId: id }
  })
}

interface Planned {
  sailings: readonly DemoSailing[]
  orders: readonly DemoOrder[]
}

/** Sailings with their containers, the orders aboard and the history of their dates. */
export async function insertSailings(client: PoolClient, { sailings, orders }: Planned, now: Date): Promise<void> {
  const random = createRandom('sailings')
  const over = overbooked(sailings)
  const rows = sailings.map((sailing) => sailingRow(sailing, now, random))
  const boxes: ContainerRow[] = []
  const loadings: Rows<'loadings'> = []
  for (const sailing of sailings) {
    const isOver = sailing === over?.sailing
    const at = createdAtOf(sailing, now)
    const own = (over && isOver ? [over.size] : sizesFor(volumeOf(sailing))).map((size, index) => ({
      ...containerRow(boxes.length + index + 1, size, at, random),
      sailingId: sailing.id,
      ...arrivalOf(sailing),
    }))
    boxes.push(...own)
    loadings.push(...loadingRows(sailing, own, isOver, now, random))
  }
  boxes.push(...fclContainers(orders, boxes.length + 1, random))
  await insertRows(client, 'sailings', rows)
  await insertRows(client, 'containers', boxes)
  await insertRows(client, 'loadings', loadings)
  const dates = sailings.flatMap((sailing, at) => dateRows(sailing, rows[at] ?? sailingRow(sailing, now, random), now))
  await insertRows(
    client,
    'sailingDates',
    dates.map((row, at) => ({ id: at + 1, ...row })),
  )
  await insertRows(client, 'sailingNumbers', [{ year: now.getUTCFullYear(), last: sailings.length }])
}
