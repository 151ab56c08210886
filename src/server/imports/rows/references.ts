import { sql } from 'kysely'
import { imoNumber, placeCode } from '#contract/lib/spellings.ts'
import { comparedForm } from '#contract/lib/text.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import type { Db } from '#server/db/client.ts'
import { activeStaff } from '#server/orders/staff.ts'
import { ByName, type Named } from '#server/resource/by-name.ts'

/** A destination. */
export interface Destination extends Named {
  amazon: boolean
}
/** An event with what an entry of the history copies from it. */
export interface ImportedEvent extends Named {
  publicStatus: string
  milestone: Milestone | null
}

/** Reference data that orders name, as forms offer it: without hidden records. */
export interface References {
  port: ByName<Named & { code: string }>
  location: ByName<Named & { depot: string }>
  depot: ByName<Named & { code: string }>
  destinations: ByName<Destination>
  events: ByName<ImportedEvent>
  vessels: ByName<Named & { imoNumber: string }>
  staff: ByName<Named & { email: string }>
  /** The code of a port or a city as it is stored, by one of its spellings; undefined for none. */
  placeOf: (text: string) => string | undefined
  /** The first event of the list, which an order without any begins with. */
  firstEvent: ImportedEvent | null
}

/** Finds names by the code that they begin with, 'YVR2 — Delta, BC' by 'YVR2', if no other name has it. */
function nameByCode(records: readonly Named[]): (text: string) => string | null {
  const names = new Map<string, string | null>()
  for (const { name } of records) {
    const [code] = /^\S+(?=\s+[—–-]\s)/.exec(name.trim()) ?? []
    if (!code) continue
    const key = comparedForm(code)
    names.set(key, names.has(key) ? null : name)
  }
  return (text) => names.get(comparedForm(text)) ?? null
}

/** Reads the reference data that orders name. */
export async function readReferences(db: Db): Promise<References> {
  const staffMails = db.selectFrom('users').select(['id', 'email'])
  const [ports, locations, depots, cartages, events, vessels, staff, cities] = await Promise.all([
    db.selectFrom('ports').select(['id', 'name', 'code']).orderBy('id').execute(),
    db
      .selectFrom('locations as l')
      .innerJoin('cities as c', 'c.id', 'l.cityId')
      .innerJoin('depots as d', 'd.id', 'l.depotId')
      .select(['l.id', 'c.name', 'd.name as depot'])
      .where('l.visibility', '=', true)
      .execute(),
    db.selectFrom('depots').select(['id', 'name', 'code']).where(sql<boolean>`visibility and status`).execute(),
    db
      .selectFrom('cartages as c')
      .innerJoin('cartageCategories as k', 'k.id', 'c.categoryId')
      .select(['c.id', 'c.name', 'k.isAmazon as amazon'])
      .where('c.status', '=', true)
      .execute(),
    db.selectFrom('events').select(['id', 'name', 'publicStatus', 'milestone']).orderBy('id').execute(),
    db.selectFrom('vessels').select(['id', 'name', 'imoNumber']).execute(),
    activeStaff(db).execute(),
    db.selectFrom('cities').select('code').execute(),
  ])
  const mails = new Map(
    (await staffMails.where('id', 'in', [0, ...staff.map(({ id }) => id)]).execute()).map(({ id, email }) => [
      id,
      email,
    ]),
  )
  const places = new Map([...cities, ...ports].map((place) => [comparedForm(place.code), place.code]))
  const code = (record: { code: string }) => [record.code]
  return {
    port: new ByName(ports, code, placeCode),
    location: new ByName(locations),
    depot: new ByName(depots, code, placeCode),
    destinations: new ByName(cartages, () => [], nameByCode(cartages)),
    events: new ByName(events),
    vessels: new ByName(vessels, (vessel) => [vessel.imoNumber], imoNumber),
    staff: new ByName(
      staff.map((each) => ({ ...each, email: mails.get(each.id) ?? '' })),
      ({ email }) => [email],
    ),
    placeOf: (text) => places.get(comparedForm(text)) ?? places.get(comparedForm(placeCode(text) ?? '')),
    firstEvent: events[0] ?? null,
  }
}
