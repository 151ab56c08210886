import { sql } from 'kysely'
import type { ArrivalFigures, QuoteFigures, Report, VolumeFigures } from '#contract/reports/reports.ts'
import type { Db } from '#server/db/client.ts'
import type { Question } from './kept-rows.ts'
import { laneOf, namesOf, placeNames } from './names.ts'
import { ask, compare, groupsOf, headOf, seriesOf, totalsOf } from './read-days.ts'

const LANE = ['origin', 'destination']
const share = (part: string, whole: string) =>
  sql.raw(`round(100.0 * coalesce(sum(${part}), 0) / nullif(sum(${whole}), 0), 1)`)

/** Rows sorted by a figure, the largest first. */
const mostFirst = <Row>(rows: Row[], figure: (row: Row) => number, name: (row: Row) => string): Row[] =>
  rows.sort((one, other) => figure(other) - figure(one) || name(one).localeCompare(name(other)))

const nameOfId = (names: ReadonlyMap<number, string>, [id = '']: readonly string[], nobody: string) => ({
  id: id === '' ? null : Number(id),
  name: names.get(Number(id)) ?? nobody,
})

/** Orders made, by lane and by day or month. */
export async function volumeReport(db: Db, question: Question): Promise<Report<'volume'>> {
  const none: VolumeFigures = { orders: 0, cancelled: 0, cbm: 0, kg: 0, usd: 0 }
  const asked = await ask(db, question)
  const [groups, places] = await Promise.all([
    groupsOf<VolumeFigures>(db, asked, 'report_volume', {
      figures: () =>
        sql`json_build_object('orders', sum(orders), 'cancelled', sum(cancelled), 'cbm', sum(cbm), 'kg', sum(kg), 'usd', sum(usd))`,
      parts: { totals: [], series: ['at'], lanes: LANE },
    }),
    placeNames(db),
  ])
  const lanes = compare(asked, groups, 'lanes', none).map(({ key, figures }) => ({
    ...laneOf(key, places),
    ...figures,
  }))
  return {
    ...headOf(asked),
    totals: totalsOf(asked, groups, none),
    series: seriesOf(asked, groups, none),
    lanes: mostFirst(
      lanes,
      ({ orders }) => orders,
      ({ originName, destination }) => originName + destination,
    ),
  }
}

/** Quotes asked for, and those that were booked. */
export async function quotesReport(db: Db, question: Question): Promise<Report<'quotes'>> {
  const none: QuoteFigures = { asked: 0, priced: 0, booked: 0, bookedShare: null, quotedUsd: 0, bookedUsd: 0 }
  const asked = await ask(db, question)
  const figures = () => sql`json_build_object('asked', sum(asked), 'priced', sum(priced), 'booked', sum(booked),
    'bookedShare', ${share('booked', 'asked')}, 'quotedUsd', sum(quoted_usd), 'bookedUsd', sum(booked_usd))`
  const [groups, askers, places, people] = await Promise.all([
    groupsOf<QuoteFigures>(db, asked, 'report_quotes', {
      figures,
      parts: { totals: [], series: ['at'], kinds: ['kind'], lanes: LANE },
    }),
    groupsOf<QuoteFigures>(db, asked, 'report_askers', { figures, parts: { people: ['user_id'] } }),
    placeNames(db),
    namesOf(db, 'users'),
  ])
  const part = (name: string) => compare(asked, groups, name, none)
  const most = <Row extends QuoteFigures>(rows: Row[], name: (row: Row) => string) =>
    mostFirst(rows, (row) => row.asked, name)
  const kinds = part('kinds').map(({ key: [kind], figures }) => ({
    kind: kind === 'request' ? ('request' as const) : ('instant' as const),
    ...figures,
  }))
  return {
    ...headOf(asked),
    totals: totalsOf(asked, groups, none),
    series: seriesOf(asked, groups, none),
    kinds: most(kinds, ({ kind }) => kind),
    lanes: most(
      part('lanes').map(({ key, figures }) => ({ ...laneOf(key, places), ...figures })),
      ({ originName, destination }) => originName + destination,
    ),
    people: most(
      compare(asked, askers, 'people', none).map(({ key, figures: own }) => ({
        ...nameOfId(people, key, 'Clients and visitors'),
        ...own,
      })),
      ({ name }) => name,
    ),
  }
}

/** Sailings that arrived: the arrival first promised against the actual one. */
export async function onTimeReport(db: Db, question: Question): Promise<Report<'on-time'>> {
  const none: ArrivalFigures = { sailings: 0, orders: 0, promised: 0, onTime: 0, onTimeShare: null, averageLate: null }
  const asked = await ask(db, question)
  const promised = 'case when days_late is not null then sailings end'
  const onTime = 'case when days_late <= 0 then sailings end'
  const [groups, places, carriers] = await Promise.all([
    groupsOf<ArrivalFigures>(db, asked, 'report_arrivals', {
      figures: () => sql`json_build_object('sailings', sum(sailings), 'orders', sum(orders),
        'promised', coalesce(sum(${sql.raw(promised)}), 0), 'onTime', coalesce(sum(${sql.raw(onTime)}), 0),
        'onTimeShare', ${share(onTime, promised)},
        'averageLate', round(1.0 * sum(days_late * sailings) / nullif(sum(${sql.raw(promised)}), 0), 1))`,
      parts: { totals: [], series: ['at'], lanes: LANE, carriers: ['carrier_id'] },
      also: ['days_late'],
    }),
    placeNames(db),
    namesOf(db, 'carriers'),
  ])
  const most = <Row extends ArrivalFigures>(rows: Row[], name: (row: Row) => string) =>
    mostFirst(rows, ({ sailings }) => sailings, name)
  const part = (name: string) => compare(asked, groups, name, none)
  return {
    ...headOf(asked),
    totals: totalsOf(asked, groups, none),
    series: seriesOf(asked, groups, none),
    lanes: most(
      part('lanes').map(({ key, figures }) => ({ ...laneOf(key, places), ...figures })),
      ({ originName, destinationName }) => originName + destinationName,
    ),
    carriers: most(
      part('carriers').map(({ key, figures }) => ({ ...nameOfId(carriers, key, 'No carrier'), ...figures })),
      ({ name }) => name,
    ),
  }
}
