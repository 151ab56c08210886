import type { Insertable } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import type { Scope } from '#contract/integrations/api-keys.ts'
import { originKind } from '#contract/orders/origin.ts'
import type { Db } from '#server/db/client.ts'
import type { ApiKeys, Confirmations, Orders, Users } from '#server/db/types.ts'
import { newKey } from '#server/http/security/credentials.ts'

let serial = 0
const next = () => ++serial

/** argon2id of the MD5 of 'correct-horse'. */
export const PASSWORD = 'correct-horse'
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$asBBXTtBAajyngQzKgevxg$0I6XLhpM+7ZE9ehSVCenAs5PzYMgYfFpqZgY8SApLgs'

/** A user, by default a confirmed client whose password is PASSWORD. */
export async function createUser(db: Db, values: Partial<Insertable<Users>> = {}) {
  const n = next()
  return db
    .insertInto('users')
    .values({
      username: `User ${n}`,
      email: `user${n}@example.test`,
      phone: '16045550100',
      role: [Role.CLIENT],
      companyName: `Company ${n}`,
      companyAddress: `${n} Dock Road`,
      confirmed: true,
      passwordHash: HASH,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * A depot in service, a cartage and a freight rate between them; with `amazon`, the cartage is an Amazon
 * warehouse.
 */
export async function createLane(db: Db, { amazon = false } = {}) {
  const n = next()
  const tier = n
  const depot = await db
    .insertInto('depots')
    .values({ name: `Depot ${n}`, code: `DP${n}`, tier, depotFixed: 45, depotVar: 12, depotVarMin: 25 })
    .returningAll()
    .executeTakeFirstOrThrow()
  const cartage = await db
    .insertInto('cartages')
    .values({ name: `Warehouse ${n}`, categoryId: amazon ? 1 : 5, dest: `D${n}` })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db.insertInto('freight').values({ tier, dest: cartage.dest, cbm: 68, mt: 68 }).execute()
  return { depot, cartage }
}

/**
 * A complete LCL order of a client, drop-off by supplier; without an origin when its terms need another than
 * a depot.
 */
export async function createOrder(
  db: Db,
  values: Partial<Insertable<Orders>> & { userId: number },
  options: { amazon?: boolean } = {},
) {
  const n = next()
  const { depot, cartage } = await createLane(db, options)
  const { transportationMode = TransportationMode.LCL, shipmentTradeTerms = TradeTerms.DROP_OFF } = values
  const terms = { transportationMode, shipmentTradeTerms }
  return db
    .insertInto('orders')
    .values({
      hashSum: `TEST${String(n).padStart(4, '0')}`,
      customCode: String(1000 + n),
      username: 'User',
      yourName: 'Anna Client',
      email: 'anna@example.test',
      phone: '16045550100',
      companyName: 'Anna Trading',
      companyAddress: '1 Dock Road',
      companyNameShipper: 'Ningbo Lamps',
      companyAddressShipper: '8 Factory Street',
      namePersonCharge: 'Li Wei',
      emailShipper: 'li@example.test',
      phoneShipper: '8613800000000',
      ...terms,
      originDepotId: originKind(terms) === 'depot' ? depot.id : null,
      shipmentDestination: cartage.id,
      cityName: depot.name,
      cartageName: cartage.name,
      shipmentVolume: 2.5,
      shipmentWeight: 620,
      estimatedTransportation: 855.96,
      amazonRefId: options.amazon ? 'AMZ-1' : '',
      shipmentId: options.amazon ? 'FBA-1' : '',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The booking confirmation of an order. */
export const createConfirmation = (db: Db, values: Partial<Insertable<Confirmations>> & { orderId: number }) =>
  db
    .insertInto('confirmations')
    .values({ vesselId: null, ...values })
    .execute()

/** An event. */
export const createEvent = (db: Db, name = `Event ${next()}`, publicStatus = '') =>
  db.insertInto('events').values({ name, publicStatus }).returningAll().executeTakeFirstOrThrow()

/** A mail template, not a system one. */
export const createTemplate = (
  db: Db,
  content = '<p>Dear {{ contact.name }}, {{ order.trackingCode }}</p>',
  subject = 'Order {{ order.trackingCode }}',
) =>
  db
    .insertInto('mailTemplates')
    .values({ title: `Template ${next()}`, subject, content, purpose: null })
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * An API key with these scopes, of a new administrator unless another account is given: its text and its row.
 */
export async function createKey(
  db: Db,
  scopes: readonly Scope[],
  values: Partial<Insertable<ApiKeys>> & { createdBy?: number } = {},
) {
  const { key, ...stored } = newKey()
  const createdBy = values.createdBy ?? (await createUser(db, { role: [Role.ADMIN] })).id
  const row = await db
    .insertInto('apiKeys')
    .values({ name: `Key ${next()}`, ...stored, ...values, createdBy, scopes: [...scopes] })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { key, ...row }
}

/** The header of a call with an API key. */
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
