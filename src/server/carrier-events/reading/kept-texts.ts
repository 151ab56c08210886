import { EVENT_LIMITS } from '#contract/carrier-events/carrier-events.ts'
import { imoNumber, placeCode } from '#contract/lib/spellings.ts'
import { cleanText, codeForm, plainForm } from '#contract/lib/text.ts'
import { bareContainerNumber } from '#contract/reference/container-codes.ts'
import { MAX_LEVELS } from './limits.ts'

/** Far more characters than are kept of any text: nothing beyond is looked at. */
const LONGEST = 4 * EVENT_LIMITS.externalId

/** Texts that are in their kept form already, as nearly all are: the forms below would leave them as they are, in far more time. */
const KEPT = /^[!-~]+(?: [!-~]+)*$/
const KEPT_CONTAINER = /^[A-Z]{4}\d{7}$/
const KEPT_IMO = /^\d{7}$/
const KEPT_PLACE = /^[A-Z]{2}[A-Z2-9]{3}$/

/** A text in one line, cut to its limit in code points; null for one of which nothing shows. */
function lineOf(text: string, most: number, form = plainForm): string | null {
  if (text === '') return null
  if (text.length <= most && KEPT.test(text)) return text
  const plain = form(text.slice(0, LONGEST).toWellFormed()).replaceAll(/[\s\u0085]+/g, ' ')
  const cut = plain.length <= most ? plain : [...plain].slice(0, most).join('')
  const clean = cleanText(cut)
  return clean.ok && clean.text !== '' ? clean.text : null
}

export const placeNameOf = (text: string) => lineOf(text, EVENT_LIMITS.placeName)
export const vesselOf = (text: string) => lineOf(text, EVENT_LIMITS.vessel)
export const voyageOf = (text: string) => lineOf(text, EVENT_LIMITS.voyage, codeForm)
export const codeOf = (text: string) => lineOf(text.slice(0, LONGEST).toUpperCase(), EVENT_LIMITS.code)

/** A text that identifies something: one that is too long is none, as its beginning would be another. */
function wholeLine(text: string, most: number, form = plainForm): string | null {
  const line = lineOf(text, most + 1, form)
  return line !== null && (line.length <= most || [...line].length <= most) ? line : null
}

export const externalIdOf = (text: string) => wholeLine(text, EVENT_LIMITS.externalId)
export const referenceOf = (text: string) => wholeLine(text, EVENT_LIMITS.reference, codeForm)
export const containerOf = (text: string) =>
  KEPT_CONTAINER.test(text)
    ? text
    : wholeLine(bareContainerNumber(text.slice(0, LONGEST).toWellFormed()), EVENT_LIMITS.container)
export const imoOf = (text: string) =>
  text === '' || KEPT_IMO.test(text) ? text || null : imoNumber(text.slice(0, LONGEST))
export const placeCodeOf = (text: string) =>
  text === '' || KEPT_PLACE.test(text) ? text || null : placeCode(text.slice(0, LONGEST))

/** Text that the database can store: without NUL and lone surrogates. */
const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** The beginning of a message as it came, storable. */
export const rawText = (text: string, most: number) => storableText(text.slice(0, most))

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A parsed value that the database can store; undefined for one with too many levels. */
export function storableJson(value: unknown, level = 0): Json | undefined {
  if (typeof value === 'string') return storableText(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object' || level >= MAX_LEVELS) return undefined
  if (Array.isArray(value)) {
    const items: Json[] = []
    for (const each of value) {
      const item = storableJson(each, level + 1)
      if (item === undefined) return undefined
      items.push(item)
    }
    return items
  }
  const entries: [string, Json][] = []
  for (const [key, each] of Object.entries(value)) {
    if (each === undefined) continue
    const item = storableJson(each, level + 1)
    if (item === undefined) return undefined
    entries.push([storableText(key), item])
  }
  // A key '__proto__' stays a key this way.
  return Object.fromEntries(entries)
}
