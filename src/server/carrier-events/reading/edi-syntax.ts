import type { Envelope } from './edi-messages.ts'
import { isStatedTime } from './limits.ts'
import { aboutWhen, ediTime, type SaidTime, statedIn } from './said-times.ts'

/** Characters of a header of an interchange: the longest has 106 in X12, and fewer than 500 in EDIFACT. */
const MAX_HEADER = 1_000
const ISA_ELEMENTS = 16
const DEFAULT_UNA = "UNA:+.? '"

/** The statement's time, if it can have been made then. */
function madeAt(said: SaidTime | null, now: number): string | null {
  return said && isStatedTime(aboutWhen(said), now) ? statedIn(said) : null
}

const isSign = (character: string | undefined): character is string =>
  character !== undefined && character !== '' && !/[\p{L}\p{N} ]/u.test(character)

/** The header of an interchange of X12 at a place of a text, and where its first segment begins; null for none. */
export function x12Header(text: string, at: number, now: number): { envelope: Envelope; next: number } | null {
  const element = text[at + 3]
  if (!text.startsWith('ISA', at) || !isSign(element)) return null
  const header = text.slice(at, at + MAX_HEADER).split(element, ISA_ELEMENTS + 1)
  const last = header[ISA_ELEMENTS]
  if (last === undefined) return null
  // The last element has one sign, and the next ends the segment: spaces that somebody trimmed do not matter.
  const end = header.slice(0, ISA_ELEMENTS).reduce((sum, each) => sum + each.length + 1, at)
  const [component = '', terminator] = [text[end], text[end + 1]]
  if (!isSign(terminator) || terminator === element) return null
  header[ISA_ELEMENTS] = component
  const statedAt = madeAt(ediTime(header[9] ?? '', header[10] ?? ''), now)
  const envelope: Envelope = { kind: 'x12-315', header, statedAt, element, component, terminator, release: '', una: '' }
  return { envelope, next: end + 2 }
}

/** The header of an interchange of EDIFACT at a place of a text, and where its first segment begins; null for none. */
export function edifactHeader(text: string, at: number, now: number): { envelope: Envelope; next: number } | null {
  const una = text.startsWith('UNA', at) ? text.slice(at, at + DEFAULT_UNA.length) : ''
  const signs = una === '' ? DEFAULT_UNA : una
  const [component = '', element = '', , release = '', , terminator = ''] = signs.slice('UNA'.length)
  if (
    !isSign(component) ||
    !isSign(element) ||
    !isSign(terminator) ||
    new Set([component, element, terminator]).size < 3
  )
    return null
  let start = at + una.length
  while (/\s/.test(text[start] ?? '')) start++
  if (!text.startsWith(`UNB${element}`, start)) return null
  const syntax = { element, component, terminator, release: release === ' ' ? '' : release, una }
  const end = segmentEnd(text.slice(0, start + MAX_HEADER), start, syntax)
  if (end < 0) return null
  const header = splitReleased(text.slice(start, end), element, syntax.release)
  const [date = '', time = ''] = componentsOf(header[4] ?? '', syntax)
  return {
    envelope: { kind: 'iftsta', header, statedAt: madeAt(ediTime(date, time), now), ...syntax },
    next: end + 1,
  }
}

type Signs = Pick<Envelope, 'component' | 'terminator' | 'release'>

/** Where the segment ends that begins at a place; -1 if nothing ends it. */
export function segmentEnd(
  text: string,
  at: number,
  { terminator, release }: Pick<Signs, 'terminator' | 'release'>,
): number {
  let end = text.indexOf(terminator, at)
  while (release !== '' && end > at) {
    let first = end
    while (first > at && text[first - 1] === release) first--
    if ((end - first) % 2 === 0) return end
    end = text.indexOf(terminator, end + 1)
  }
  return end
}

/** Parts of a text between separators that no release sign precedes. Release signs stay. */
export function splitReleased(text: string, separator: string, release: string): string[] {
  if (release === '' || !text.includes(release)) return text.split(separator)
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === release) at++
    else if (text[at] === separator) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function unreleased(text: string, release: string): string {
  if (release === '' || !text.includes(release)) return text
  let plain = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] === release) at++
    plain += text[at] ?? ''
  }
  return plain
}

/** The components of an element, without release signs. */
export const componentsOf = (element: string, { component, release }: Pick<Signs, 'component' | 'release'>): string[] =>
  splitReleased(element, component, release).map((each) => unreleased(each, release))
