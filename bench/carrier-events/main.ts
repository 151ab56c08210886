import { login } from '#bench/login.ts'
import { judge, measureMany, print } from '#bench/many-orders/measure-many.ts'
import { type Figure, measureCalls } from '#bench/measure.ts'

// `npm run bench -- carrier-events --orders 20000` takes bodies of 5,000 events about 500 containers that are under way beside 200,000 older ones, and reads
// the lists of orders and sailings meanwhile.
const SAILINGS = 100
const EVENTS = 5_000
const OLDER = 200_000
const BODIES = 3
const WARM_UP = 3
/** Milliseconds for a body. */
const AIM = 2_000
const DAY_MS = 86_400_000

const figures = ({ perSecond, p50, p99 }: Figure) => `${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms`

/** Sailings that left 20 days ago with five containers each, and events of the year before about none of them. */
const STEPS = [
  `insert into sailings (reference, vessel_id, voyage, port_of_loading, port_of_discharge, etd, port_eta)
  select 'B-' || n, (select min(id) from vessels), 'B' || n, 'CNNGB', 'USLAX', date_trunc('day', now()) - interval '20 days', date_trunc('day', now()) - interval '3 days'
  from generate_series(1, ${SAILINGS}) n`,
  `insert into containers (sailing_id, number, size_type, max_kg, max_cbm)
  select s.id, 'BNCU' || lpad((row_number() over (order by s.id, n))::text, 7, '0'), '42G1', 26000, 58
  from sailings s, generate_series(1, 5) n where s.reference like 'B-%'`,
  `insert into carrier_events (feed_id, external_id, hash, container_number, type, code, milestone, classifier, at, zone_assumed, day, day_from, day_to, place_code, stated_at, raw,
    received_at, state)
  select (select id from feeds where fixed = 'push'), 'old' || n, lpad(to_hex(n), 64, '0'), 'OLDU' || lpad((n % 20000)::text, 7, '0'), 'EQUIPMENT', 'DISC', 'discharged', 'act', at, false,
    at::date, date_trunc('day', at), date_trunc('day', at) + interval '1 day', 'USLAX', at, jsonb_build_object('eventID', n), at, 'superseded'
  from (select n, now() - interval '300 days' * (n::float / ${OLDER}) - interval '40 days' as at from generate_series(1, ${OLDER}) n) t`,
]

const CODES = ['DISC', 'AVPU', 'GTOT', 'LOAD', 'GTIN', 'CUSR', 'ARRI', 'DEPA', 'DISC', 'ARRI'] as const

/** A body of events: ten of each container, as carriers write them. */
const bodyOf = (turn: number) =>
  JSON.stringify(
    Array.from({ length: EVENTS }, (_, place) => {
      const box = `BNCU${String(1 + (place % (SAILINGS * 5))).padStart(7, '0')}`
      const code = CODES[Math.floor(place / (SAILINGS * 5)) % CODES.length] ?? 'DISC'
      const isOfVessel = code === 'ARRI' || code === 'DEPA'
      const at = new Date(Date.now() - (code === 'DEPA' ? 20 : 2) * DAY_MS + place).toISOString()
      return {
        eventID: `b${turn}-${place}`,
        eventCreatedDateTime: new Date(Date.now() - DAY_MS + turn * 1_000).toISOString(),
        eventDateTime: at,
        eventType: isOfVessel ? 'TRANSPORT' : 'EQUIPMENT',
        eventClassifierCode: place % 7 === 0 ? 'EST' : 'ACT',
        ...(isOfVessel
          ? { transportEventTypeCode: code, references: [{ referenceType: 'EQ', referenceValue: box }] }
          : { equipmentEventTypeCode: code, equipmentReference: box, emptyIndicatorCode: 'LADEN' }),
        documentReferences: [{ documentReferenceType: 'BKG', documentReferenceValue: `EBKG${place}` }],
        transportCall: {
          transportCallID: `tc-${place % 50}`,
          modeOfTransport: 'VESSEL',
          UNLocationCode: code === 'DEPA' ? 'CNNGB' : 'USLAX',
          facilityCode: 'W185',
          carrierServiceCode: 'FE1',
          carrierVoyageNumber: '2103N',
          vessel: {
            vesselIMONumber: '9321483',
            vesselName: 'KING OF THE SEAS',
            vesselFlag: 'DE',
            vesselCallSign: 'NCVV',
          },
        },
      }
    }),
  )

await measureMany(async ({ client, seconds, start }) => {
  for (const step of STEPS) await client.query(step)
  for (const table of ['sailings', 'containers', 'carrier_events']) await client.query(`vacuum analyze ${table}`)
  const server = await start({})
  const { user_token: token } = await login(server)
  const headers = { 'user-token': token, 'content-type': 'application/json' }
  const push = async (turn: number): Promise<number> => {
    const body = bodyOf(turn)
    const before = performance.now()
    const reply = await fetch(`${server.url}/api/tracking/events`, { method: 'POST', headers, body })
    const answer = await reply.text()
    if (!answer.includes(`"stored":${EVENTS},`)) throw new Error(`Not taken: ${answer.slice(0, 400)}`)
    return performance.now() - before
  }
  await push(0)
  const times: number[] = []
  for (let turn = 1; turn <= BODIES; turn++) times.push(await push(turn))
  times.sort((one, other) => one - other)
  const [median = 0, longest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)]
  print(`${EVENTS} events in a body: median ${judge(median, AIM)}, longest ${judge(longest, AIM)}`)
  const list = async () => {
    const reply = await fetch(`${server.url}/api/request/booking/get_all`, { headers })
    await reply.arrayBuffer()
  }
  await measureCalls(1, WARM_UP, list)
  const alone = await measureCalls(1, seconds, list)
  let isOver = false
  const pushing = (async () => {
    for (let turn = BODIES + 1; !isOver; turn++) await push(turn)
  })()
  const beside = await measureCalls(1, seconds, list)
  isOver = true
  await pushing
  print(`the list of orders without events: ${figures(alone)}`)
  print(`the list of orders while bodies come without a pause: ${figures(beside)}`)
})
