import { codeForm } from '#contract/lib/text.ts'

/*
 * Dates as programs and people of many countries write them, in the signs that `written-dates.ts` reads. A spelling
 * that could mean another day too has no place here.
 */

/** A figure of any script as one of ASCII. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** The year before the first one of an era. */
const ERAS: Readonly<Record<string, number>> = {
  ...{ 令和: 2018, R: 2018, 平成: 1988, H: 1988, 昭和: 1925, S: 1925 },
  ...{ 民國: 1911, 民国: 1911, 'พ.ศ.': -543 },
}
const ERA = /(?:中華|中华)?(令和|平成|昭和|民國|民国|พ\.ศ\.|^[RHS](?=\d)) ?(元|\d{1,4})(?=[年./-]|$)/

/** Thai months with their English names: Thai puts dots within the short ones. */
const THAI_MONTHS = (['long', 'short'] as const).flatMap((month) =>
  Array.from({ length: 12 }, (_, index) => {
    const nameIn = (language: string) =>
      new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(Date.UTC(2026, index, 15))
    return [nameIn('th'), nameIn('en')] as const
  }),
)
const BUDDHIST = 543

/** A Thai date with the name of its month, whose year is that of the Buddhist era if it is beyond 2400. */
function fromThai(text: string): string {
  const found = /[\u0e00-\u0e7f]/.test(text) && THAI_MONTHS.find(([thai]) => text.includes(thai))
  if (!found) return text
  return text.replace(found[0], ` ${found[1]} `).replace(/\b2[4-7]\d{2}\b/, (year) => String(Number(year) - BUDDHIST))
}

/** Spellings in their order, each with the one that is read. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(\d) ?[年년] ?(\d)/g, '$1-$2'],
  [/(\d) ?[月월] ?(\d)/g, '$1-$2'],
  [/(\d) ?[日일号號] ?/g, '$1 '],
  [/(上午|午前|오전) ?([\d:]+)/g, '$2 am'],
  [/(下午|午後|오후) ?([\d:]+)/g, '$2 pm'],
  [/(\d) ?[時时시點点] ?(\d)/g, '$1:$2'],
  [/(\d) ?[分분] ?(\d{1,2}) ?[秒초]/g, '$1:$2'],
  [/(\d) ?[分분]$/g, '$1'],
  // '20261201T2330' (ISO 8601), '1 Dec 2026 2330 hrs'.
  [/^(\d{8})[t ](\d{2})(\d{2})(\d{2})?(?!\d)/i, '$1 $2:$3:$4'],
  [/(?<=\d{4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}) (\d{2})(\d{2})(?= ?(?:hrs?|h|uhr)?\.?$)/i, ' $1:$2'],
  [/(?<=:\d{2}):(?!\d)/, ''],
  // '1.12.2026 um 23.30 Uhr', 'December 1, 2026 at 11:30 PM', '11:30 p. m.'.
  [/ (?:at|um|à|alle|ore|kl\.?) (?=\d{1,2}[:.h]\d{2})/i, ' '],
  [/(?<=\d{4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}),? (\d{1,2})\.(\d{2})(?= ?(?:hrs?|h|uhr)?\.?$)/i, ' $1:$2'],
  [/(?<=:\d{2}) ?(?:hrs?|h|uhr)\.?$/i, ''],
  [/\b([ap])\. ?m\.?/i, '$1m'],
  // 'Tue Dec 1 23:30:00 2026', as programs of Unix write it; "1 Dec '26"; '1 декабря 2026 г.'.
  [/^(.*\p{L} \d{1,2}) (\d{1,2}:\d{2}(?::\d{2})?)( utc| gmt)? (\d{4})$/iu, '$1 $4 $2$3'],
  [/ '(?=\d{2}$)/, ' '],
  [/(?<=\d{4}) ?г(?:\.|ода)?(?=$|,| )/, ''],
  // '(UTC+8)', 'GMT+0800 (China Standard Time)', '+01:00[Europe/Berlin]'.
  [/ ?\(((?:utc|gmt)(?:[+-]\d{1,2}(?::?\d{2})?)?)\)$/i, ' $1'],
  [/([+-]\d{2}:?\d{2}|\dz) ?(?:\([^()]*\)|\[[^[\]]*\])$/i, '$1'],
]

/** The name of a time zone behind a time, as our mails write it: '17:00 (Asia/Shanghai)'. */
const ZONE = /(?<=:\d{2}(?::\d{2})?) ?[([]?([a-z][a-z_]+(?:\/[a-z_+-]+\d{0,2}){1,2})[)\]]?$/i

/** The name of the zone behind a time; null for none. */
export const zoneNamed = (text: string): string | null => ZONE.exec(codeForm(text))?.[1] ?? null

/** Spellings that are read as they are, as nearly all are. */
const PLAIN = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/

/** A date in the spelling that is read, without the name of a zone. */
export function plainSpelling(text: string): string {
  if (PLAIN.test(text)) return text
  const signs = /[^ -~]/.test(text) ? codeForm(text).replaceAll(/(?=[^0-9])\p{Nd}/gu, asciiDigit) : text.trim()
  const figures = signs.replaceAll(/ {2,}/g, ' ')
  const western = fromThai(
    figures.replace(ERA, (_, era: string, year: string) => String((ERAS[era] ?? 0) + Number(year === '元' ? 1 : year))),
  )
  const plain = SPELLINGS.reduce((before, [from, to]) => before.replace(from, to), western.replace(ZONE, ''))
  return plain.replaceAll(/ {2,}/g, ' ').trim()
}
