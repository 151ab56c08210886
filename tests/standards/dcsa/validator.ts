import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { parse } from 'yaml'
import { containerNumberDoubt } from '#contract/reference/container-codes.ts'

const FOLDER = import.meta.dirname
const document = parse(readFileSync(join(FOLDER, 'tnt-2.2.0.yaml'), 'utf8'))

const ajv = new Ajv({ strict: false, allErrors: true })
formats.default(ajv)
// Formats as the schema itself writes them for the time of an error.
ajv.addFormat('$date-time', { validate: (text: string) => !Number.isNaN(Date.parse(text)) })
ajv.addFormat('int32', true)
ajv.addSchema({ $id: 'https://dcsa.test/tnt', components: document.components })
const compiled = (name: string) => ajv.compile({ $ref: `https://dcsa.test/tnt#/components/schemas/${name}` })
const byType: Record<string, ReturnType<typeof compiled>> = {
  SHIPMENT: compiled('shipmentEvent'),
  TRANSPORT: compiled('transportEvent'),
  EQUIPMENT: compiled('equipmentEvent'),
}
const error = compiled('error')

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const ISO_COUNTRY = (code: string) => !/^(A[A]|Q[M-Z]|X[A-Z]|Z[Z])$/.test(code) && COUNTRIES.of(code) !== undefined

const DAY = 86_400_000

/** Checks that a schema cannot express: codes that exist, and times at which they can occur. */
function faultsOfValues(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => {
    const at = `${path}/${key}`
    if (key === 'UNLocationCode' && !ISO_COUNTRY(String(each).slice(0, 2))) return [`${at}: no country`]
    if (key === 'equipmentReference' && containerNumberDoubt(String(each)) !== null) return [`${at}: no container`]
    if (key === 'eventCreatedDateTime' && !(Date.parse(String(each)) < Date.now() + DAY))
      return [`${at}: in the future`]
    if (/DateTime$/.test(key) && !(new Date(String(each)).getUTCFullYear() >= 2000)) return [`${at}: too early`]
    return faultsOfValues(each, at)
  })
}

/** Errors in one event. */
export function faultsOfEvent(event: unknown): string[] {
  const validate = byType[String(Object(event).eventType)]
  if (!validate) return ['no event']
  validate(event)
  return [
    ...(validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`),
    ...faultsOfValues(event, ''),
  ]
}

/** Errors in an answer of `GET events`. */
export function faultsOf(answer: unknown): string[] {
  if (!Array.isArray(answer)) return ['no array']
  const ids = answer.map((event) => event?.eventID).filter((id) => id !== undefined)
  return [...answer.flatMap(faultsOfEvent), ...(new Set(ids).size < ids.length ? ['an id twice'] : [])]
}

/** Errors in the answer to a failed call. */
export function faultsOfError(answer: unknown): string[] {
  error(answer)
  return (error.errors ?? []).map((each) => `${each.instancePath} ${each.message}`)
}

/** A published sample. */
export const sample = (name: string): unknown =>
  JSON.parse(readFileSync(join(FOLDER, `tnt-220-response${name}.json`), 'utf8'))

/** Names of the query parameters that the published document lists for a path. */
export const published = (path: string): string[] =>
  document.paths[path].get.parameters.flatMap((sent: { $ref?: string; in?: string; name?: string }) => {
    const { in: place, name } = sent.$ref ? document.components.parameters[sent.$ref.split('/').at(-1) ?? ''] : sent
    return place === 'query' ? [name] : []
  })

/** A published message of 3.0, in the letters of its draft. */
export const sample3 = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, `tnt-300-${name}.json`), 'utf8'))
