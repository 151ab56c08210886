/** The signs of a list as a Chinese or Japanese keyboard writes them. */
const WIDE: Record<string, string> = { '＠': '@', '﹫': '@', '；': ';', '﹔': ';', '＂': '"' }
/** A list of events with its signs as they are here, whatever keyboard wrote them. */
export const plainSigns = (list: string): string => list.replaceAll(/[＠﹫；﹔＂]/g, (sign) => WIDE[sign] ?? sign)

/** An event in a list of events with their dates: a name that has signs of the list itself stands in quotes. */
export const listedEvent = (name: string, date: string): string =>
  `${/[;@"]/.test(plainSigns(name)) ? `"${name.replaceAll('"', '""')}"` : name} @ ${date}`

/** A part of a list: an event and its date, each '' where it is missing. */
export interface ListedEvent {
  name: string
  date: string
}

/** A part in which the name stands in quotes, and all that follows it up to the next semicolon. */
const QUOTED = /^\s*"((?:[^"]|"")*)"\s*@([^;]*)(?:;|$)/

function partOf(text: string): ListedEvent {
  const sign = text.lastIndexOf('@')
  return { name: text.slice(0, Math.max(0, sign)).trim(), date: text.slice(sign + 1).trim() }
}

/**
 * Reads a list such as 'Departed @ 2026-11-20; "Held; at gate" @ 2026-12-14'. A semicolon or @ without quotes
 * belongs to a name if what stands before it ends in no date. Empty parts are left out.
 */
export function readListedEvents(text: string, isDate: (text: string) => boolean): ListedEvent[] {
  const found: ListedEvent[] = []
  let rest = plainSigns(text)
  while (rest.trim() !== '') {
    const quoted = QUOTED.exec(rest)
    if (quoted) {
      found.push({ name: (quoted[1] ?? '').replaceAll('""', '"').trim(), date: (quoted[2] ?? '').trim() })
      rest = rest.slice(quoted[0].length)
      continue
    }
    const parts = rest.split(';')
    const whole = parts.findIndex((_, index) => isDate(partOf(parts.slice(0, index + 1).join(';')).date))
    const end = Math.max(0, whole) + 1
    const part = parts.slice(0, end).join(';')
    if (part.trim() !== '') found.push(partOf(part))
    rest = parts.slice(end).join(';')
  }
  return found
}
