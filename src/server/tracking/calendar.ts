import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { PublicFacts } from './facts.ts'
import { wordsOfCutOff, wordsOfStep } from './words.ts'

interface Options {
  now: Date
  timeZone: string
  /** The address of the order's tracking page. */
  url: string
}

/** An entry of the calendar. */
interface Entry {
  name: string
  /** A day ('YYYY-MM-DD') or an instant (ISO 8601). */
  at: string
  summary: string
  words: string
  isCertain: boolean
}

/** Cut-offs, departure and arrivals of an order that have a date. */
function entriesOf({ steps, cargoCutOff, documentationCutOff }: PublicFacts, options: Options): Entry[] {
  const cutOffs = [
    { name: 'cargo-cut-off', summary: 'Cargo cut-off', cutOff: cargoCutOff },
    { name: 'documentation-cut-off', summary: 'Documentation cut-off', cutOff: documentationCutOff },
  ].flatMap(({ name, summary, cutOff }): Entry[] =>
    cutOff
      ? [
          {
            name,
            summary,
            at: cutOff.at,
            words: `${wordsOfCutOff(cutOff, options).text} (${options.timeZone})`,
            isCertain: true,
          },
        ]
      : [],
  )
  const days = (['departed', 'arrived', 'at-place'] as const).flatMap((key): Entry[] => {
    const step = steps.find((each) => each.key === key)
    const at = step?.actual ?? step?.expected
    if (!step || !at) return []
    const words = wordsOfStep(step, options).text
    return [{ name: key, at, summary: step.label, words, isCertain: step.done }]
  })
  return [...cutOffs, ...days]
}

/** Whether the order has a date for a calendar. */
export const hasDates = ({ dates }: PublicFacts): boolean => Object.values(dates).some(Boolean)

/**
 * Cut-offs, departure and arrivals of an order as an iCalendar file (RFC 5545). For a cancelled order only
 * past dates are left, so that subscribers lose the rest.
 */
export function calendarOf(facts: PublicFacts, options: Options): string {
  const code = formatTrackingCode(facts.trackingCode)
  const changed = utc(facts.datesAt)
  const stamps = linesOf([`DTSTAMP:${changed}`, `LAST-MODIFIED:${changed}`, `SEQUENCE:${sequenceOf(facts.datesAt)}`])
  const address = linesOf([`URL:${options.url}`])
  const events = entriesOf(facts, options).map(
    ({ name, at, summary, words, isCertain }) =>
      // The UID never changes, so that a calendar that reads the file again moves the entry.
      linesOf(['BEGIN:VEVENT', `UID:${name}-${facts.trackingCode}@quayside`]) +
      stamps +
      linesOf([
        at.includes('T') ? `DTSTART:${utc(at)}` : `DTSTART;VALUE=DATE:${at.replaceAll('-', '')}`,
        `SUMMARY:${text(`${summary} · ${code}`)}`,
        `DESCRIPTION:${text(`${words}\n${options.url}`)}`,
      ]) +
      address +
      linesOf([`STATUS:${isCertain ? 'CONFIRMED' : 'TENTATIVE'}`, 'TRANSP:TRANSPARENT', 'END:VEVENT']),
  )
  const name = linesOf([`X-WR-CALNAME:${text(`Shipment ${code}`)}`])
  return `${HEAD}${name}${UTC_ZONE}${events.join('')}${linesOf(['END:VCALENDAR'])}`
}

/** A time of iCalendar: '20270301T170000Z'. */
const utc = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const SEQUENCES_BEGIN = Date.UTC(2026, 0)
/** Seconds of the last change as a sequence: they grow with each change, and nothing has to be counted. */
const sequenceOf = (changed: string) => Math.max(0, Math.floor((Date.parse(changed) - SEQUENCES_BEGIN) / 1000))

const SPECIAL = /[\p{Cc}\\;,]/u
/** A value of type TEXT, without other control characters, which it may not contain. */
const text = (value: string) =>
  SPECIAL.test(value)
    ? value
        .replaceAll(/\r\n?/g, '\n')
        .replaceAll(/[^\P{Cc}\n\t]/gu, '')
        .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
        .replaceAll('\n', '\\n')
    : value

const MAX_OCTETS = 75
/** Octets of a character in UTF-8. */
const octetsOf = (character: string) => (character < '\u0080' ? 1 : Buffer.byteLength(character))

/**
 * A content line in pieces of at most 75 octets, each after the first begun by a space. No character is cut.
 */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= MAX_OCTETS) return line
  let lines = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > MAX_OCTETS) {
      lines += '\r\n '
      octets = 1
    }
    lines += character
    octets += size
  }
  return lines
}

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('')

const HEAD = linesOf([
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Quayside//Tracking//EN',
  'CALSCALE:GREGORIAN',
  'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
  'X-PUBLISHED-TTL:PT6H',
])
/** A calendar has at least one component, also while no date is known. */
const UTC_ZONE = linesOf([
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
])
