import { sql } from 'kysely'
import { formatDateTime } from '#contract/lib/format.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Fit, LoadingReply, Misfit } from '#contract/sailings/loadings.ts'
import type { Db } from '#server/db/client.ts'
import { CARGO } from '#server/orders/cargo-sql.ts'

/** What decides whether an order goes with a sailing. What is null is unknown, and fits. */
export interface FittedOrder {
  orderId: number
  trackingCode: string
  /** The origin in words, its depot, and the code of that. */
  origin: string
  depotId: number | null
  originCode: string | null
  /** The port of loading in its booking confirmation; null or '' for none. */
  portOfLoading: string | null
  /** The country of its destination, 'CA'. */
  country: string | null
  cargoReadyAt: string | null
  /** The room that it takes on a sailing. */
  cbm: number
  kg: number
}

/** The same of a sailing. */
export interface FittedSailing {
  depotId: number | null
  portOfLoading: string
  /** The country of its port of discharge. */
  country: string | null
  cargoCutOffAt: string | null
}

/** Reads what decides about these orders, by id. */
export async function readFitting(db: Db, ids: readonly number[]): Promise<Map<number, FittedOrder>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<FittedOrder>`
    select o.id as order_id, o.tracking_code, o.city_name as origin, d.id as depot_id, coalesce(d.code, p.code) as origin_code,
      c.port_of_loading, country_of_place(t.dest) as country, c.cargo_ready_at,
      ${sql.raw(CARGO.cbm)} as cbm, ${sql.raw(CARGO.kg)} as kg
    from orders o left join loadings l on l.order_id = o.id left join locations a on a.id = o.origin_location_id
      left join depots d on d.id = coalesce(o.origin_depot_id, a.depot_id) left join ports p on p.id = o.origin_port_id
      left join cartages t on t.id = o.shipment_destination left join confirmations c on c.order_id = o.id
    where o.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.orderId, row]))
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
/** Countries whose names take an article within a sentence. */
const WITH_ARTICLE =
  /\b(?:Bahamas|Comoros|Emirates|Gambia|Islands|Kingdom|Maldives|Netherlands|Philippines|Republic|Seychelles|States|Territories)$/
/** A country within a sentence: 'Canada' for 'CA', 'the United States' for 'US'. */
function countryName(code: string): string {
  const name = COUNTRIES.of(code) ?? code
  return WITH_ARTICLE.test(name) ? `the ${name}` : name
}

/** The misfit of an order for another country; null if it has none, or if one of the two is unknown. */
export const countryMisfit = (
  { country }: Pick<FittedOrder, 'country'>,
  sailing: Pick<FittedSailing, 'country'>,
): Misfit | null =>
  country && sailing.country && country !== sailing.country
    ? { code: 'country', message: `goes to ${countryName(country)}` }
    : null

function originMisfit({ origin, depotId, originCode, portOfLoading }: FittedOrder, sailing: FittedSailing) {
  const isKnown = depotId !== null || originCode !== null
  const isSame =
    (depotId !== null && depotId === sailing.depotId) ||
    originCode === sailing.portOfLoading ||
    portOfLoading === sailing.portOfLoading
  return isKnown && !isSame ? { code: 'origin' as const, message: `comes from ${origin || originCode}` } : null
}

function cutOffMisfit({ cargoReadyAt }: FittedOrder, { cargoCutOffAt }: FittedSailing, timeZone: string) {
  if (!cargoReadyAt || !cargoCutOffAt || cargoReadyAt <= cargoCutOffAt) return null
  const message = `is ready on ${formatDateTime(cargoReadyAt, timeZone)}, after the cut-off`
  return { code: 'cut-off' as const, message }
}

/**
 * Whether an order goes with a sailing: from the same depot or port of loading, to the country of its port of
 * discharge, with cargo that is ready before the cut-off.
 */
export function fitOf(order: FittedOrder, sailing: FittedSailing, timeZone: string): Fit {
  const found = [originMisfit(order, sailing), countryMisfit(order, sailing), cutOffMisfit(order, sailing, timeZone)]
  const misfits = found.filter((misfit) => misfit !== null)
  return { fits: misfits.length === 0, misfits }
}

const WARNED = { origin: 'portOfLoading', country: 'portOfDischarge', 'cut-off': 'cargoCutOffAt' } as const

/** Warnings about orders that were loaded although they do not fit; nothing for those that do. */
export async function fitWarnings(
  db: Db,
  orderIds: readonly number[],
  { sailing, timeZone }: { sailing: Omit<FittedSailing, 'country'> & { portOfDischarge: string }; timeZone: string },
): Promise<LoadingReply['warnings']> {
  if (orderIds.length === 0) return []
  const [facts, to] = await Promise.all([
    readFitting(db, orderIds),
    sql<{ country: string | null }>`select country_of_place(${sailing.portOfDischarge}) as country`.execute(db),
  ])
  const country = to.rows[0]?.country ?? null
  return orderIds.flatMap((orderId) => {
    const order = facts.get(orderId)
    const { misfits } = order ? fitOf(order, { ...sailing, country }, timeZone) : { misfits: [] }
    return misfits.map(({ code, message }) => {
      const other = code === 'country' && country ? `, this sailing to ${countryName(country)}` : ''
      const field = WARNED[code]
      return { field, orderId, message: `${formatTrackingCode(order?.trackingCode ?? '')} ${message}${other}` }
    })
  })
}
