import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type ZoneRules, zonesFrom } from '#contract/lib/zones.ts'

/**
 * The IANA database as the package moment-timezone packs it: only its data is used, never its code. A zone is
 * 'name|abbreviations|minutes west of UTC|index of each span|minutes between changes', numbers to base 60.
 */
const DATA = createRequire(import.meta.url).resolve('moment-timezone/data/packed/latest.json')

interface Packed {
  version: string
  zones: string[]
  /** 'Europe/Kiev|Europe/Kyiv': a zone, and another name of it. */
  links: string[]
}
const readPacked = (): Packed => JSON.parse(readFileSync(DATA, 'utf8'))

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'
const BASE = 60
const digitOf = (sign: string) => DIGITS.indexOf(sign)

/** A number to base 60, with a sign and digits after a dot. */
function unpacked(text: string): number {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const value =
    [...whole].reduce((sum, sign) => sum * BASE + digitOf(sign), 0) +
    [...fraction].reduceRight((sum, sign) => (sum + digitOf(sign)) / BASE, 0)
  return text.startsWith('-') ? -value : value
}
const numbers = (text: string) => text.split(' ').filter(Boolean).map(unpacked)

const MINUTE = 60
/** Rules are known up to here; later, clocks stay as they are. A table for the database and browsers stays small. */
const LAST = Date.UTC(2100, 0) / 1000

function rulesOf(name: string, packed: string): ZoneRules {
  const [, , west = '', spans = '', changes = ''] = packed.split('|')
  const ahead = numbers(west).map((minutes) => Math.round(-minutes * MINUTE) || 0)
  const offsets = [...spans].map((sign) => ahead[digitOf(sign)] ?? 0)
  let last = 0
  const until = numbers(changes).map((minutes) => (last = Math.round(last + minutes * MINUTE)))
  const before = until.filter((at) => at <= 0).length
  const known = until.filter((at) => at < LAST).length
  return { name, until: until.slice(before, known), offsets: offsets.slice(before, known + 1) }
}

const nameOf = (packed: string) => packed.slice(0, packed.indexOf('|'))

function read(wanted: string): ZoneRules | null {
  if (wanted === 'utc') return { name: 'UTC', until: [], offsets: [0] }
  const { zones, links } = readPacked()
  const link = links.find((each) => each.slice(each.indexOf('|') + 1).toLowerCase() === wanted)
  const zone = link ? nameOf(link) : wanted
  const packed = zones.find((each) => nameOf(each).toLowerCase() === zone.toLowerCase())
  return packed ? rulesOf(link ? link.slice(link.indexOf('|') + 1) : nameOf(packed), packed) : null
}

const found = new Map<string, ZoneRules | null>()

/**
 * The rules of a time zone by its IANA name, in any case of letters; null for a name that the package does not
 * know.
 */
export function findZone(name: string): ZoneRules | null {
  const wanted = name.toLowerCase()
  const rules = found.has(wanted) ? found.get(wanted) : read(wanted)
  found.set(wanted, rules ?? null)
  return rules ?? null
}

/** The rules of a time zone that the settings were checked to have. Throws for another name. */
export function zoneOf(name: string): ZoneRules {
  const rules = findZone(name)
  if (!rules) throw new Error(`Unknown time zone ${name}`)
  return rules
}

/** The edition of the rules, such as 2026f. */
export const zonesEdition = (): string => readPacked().version

zonesFrom(findZone)
