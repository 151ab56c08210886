import { sql } from 'kysely'
import type { Milestone } from '#contract/reference/milestones.ts'
import type { Db } from '#server/db/client.ts'
import { activeStaff } from '#server/orders/staff.ts'

/** A record that a cell names, by its name or its id. */
interface Named {
  id: number
  name: string
}
/** A destination. */
export interface Destination extends Named {
  amazon: boolean
}
/** An event with what an entry of the history copies from it. */
export interface ImportedEvent extends Named {
  publicStatus: string
  milestone: Milestone | null
}

/** Names in the form in which they are compared. */
export const lower = (text: string) => text.normalize('NFC').toLowerCase()

/** Records by the names that people write; several may have one name. */
export class ByName<R extends Named> {
  readonly #byName = new Map<string, R[]>()
  readonly #byId = new Map<string, R>()

  constructor(records: readonly R[], others: (record: R) => readonly string[] = () => []) {
    for (const record of records) {
      this.#byId.set(String(record.id), record)
      for (const name of new Set([record.name, ...others(record)].map(lower)))
        if (name !== '') this.#byName.set(name, [...(this.#byName.get(name) ?? []), record])
    }
  }

  /** Finds the records with this name; if there are none, the one with this id. */
  find(text: string): readonly R[] {
    const found = this.#byName.get(lower(text))
    const numbered = found ? undefined : this.#byId.get(text)
    return found ?? (numbered ? [numbered] : [])
  }

  /** The record with this id. */
  withId(id: number): R | undefined {
    return this.#byId.get(String(id))
  }
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
  /** Codes of ports and cities as they are stored, by their lower case. */
  places: ReadonlyMap<string, string>
  /** The first event of the list, which an order without any begins with. */
  firstEvent: ImportedEvent | null
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
  const code = (record: { code: string }) => [record.code]
  return {
    port: new ByName(ports, code),
    location: new ByName(locations),
    depot: new ByName(depots, code),
    destinations: new ByName(cartages),
    // The first in the list wins, of two events with one name.
    events: new ByName(firstOfEach(events)),
    vessels: new ByName(vessels, ({ imoNumber }) => [imoNumber]),
    staff: new ByName(
      staff.map((each) => ({ ...each, email: mails.get(each.id) ?? '' })),
      ({ email }) => [email],
    ),
    places: new Map([...cities, ...ports].map((place) => [lower(place.code), place.code])),
    firstEvent: events[0] ?? null,
  }
}

const firstOfEach = (events: readonly ImportedEvent[]) =>
  events.filter(({ name }, index) => events.findIndex((each) => lower(each.name) === lower(name)) === index)
