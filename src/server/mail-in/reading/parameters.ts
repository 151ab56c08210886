import { decodeText } from './charsets.ts'
import { decodeWords, literalText } from './encoded-words.ts'

/** A value with parameters: `text/plain; charset=utf-8`. */
export interface Structured {
  /** In small letters. */
  value: string
  /** Names in small letters; of a name that stands twice, the first counts. */
  parameters: ReadonlyMap<string, string>
}

/** A field without its comments, in which a quoted text may have parentheses. An open one ends with the field. */
export function withoutComments(value: string): string {
  let out = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? ''
    if (sign === '\\' && (isQuoted || depth > 0)) {
      if (depth === 0) out += value.slice(at, at + 2)
      at++
    } else if (sign === '"' && depth === 0) {
      isQuoted = !isQuoted
      out += sign
    } else if (!isQuoted && sign === '(') depth++
    else if (!isQuoted && sign === ')' && depth > 0) depth--
    else if (depth === 0) out += sign
  }
  return out
}

/** A field with each quoted text as `""`. Linear time. */
export function withoutQuoted(value: string): string {
  let out = ''
  let isQuoted = false
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? ''
    if (sign === '\\' && isQuoted) at++
    else if (sign === '"') {
      isQuoted = !isQuoted
      out += sign
    } else if (!isQuoted) out += sign
  }
  return out
}

/** The pieces between semicolons that are not quoted. */
function pieces(value: string): string[] {
  const found: string[] = []
  let isQuoted = false
  let begin = 0
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '\\' && isQuoted) at++
    else if (value[at] === '"') isQuoted = !isQuoted
    else if (value[at] === ';' && !isQuoted) {
      found.push(value.slice(begin, at))
      begin = at + 1
    }
  }
  found.push(value.slice(begin))
  return found
}

function unquoted(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('"')) return trimmed
  let out = ''
  for (let at = 1; at < trimmed.length && trimmed[at] !== '"'; at++) {
    // Windows writes paths with single backslashes: only what needs an escape has one.
    if (trimmed[at] === '\\' && /["\\]/.test(trimmed[at + 1] ?? '')) at++
    out += trimmed[at]
  }
  return out
}

/** A part of a name such as `filename*1*`: its number, and whether it is encoded. */
interface Section {
  nr: number
  isEncoded: boolean
  text: string
}

const SECTION = /^(.+?)\*(?:(\d{1,4})(\*)?)?$/

function percentBytes(text: string): Buffer {
  const bytes = text.replaceAll(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1')
}

/** The text of sections (RFC 2231): encoded ones beside each other are one run of bytes. */
function joinSections(sections: Section[]): string {
  sections.sort((a, b) => a.nr - b.nr)
  let charset: string | null = null
  let out = ''
  let run: Buffer[] = []
  const endRun = () => {
    if (run.length > 0) out += decodeText(Buffer.concat(run), charset)
    run = []
  }
  for (const [at, { isEncoded, text }] of sections.entries()) {
    const [, name = null, rest = text] = (at === 0 && isEncoded && /^([^']*)'[^']*'(.*)$/s.exec(text)) || []
    if (at === 0) charset = name
    if (isEncoded) run.push(percentBytes(rest))
    else {
      endRun()
      out += literalText(text)
    }
  }
  endRun()
  return out
}

/** Reads a field such as Content-Type. Values are decoded: sections, encoded words, and plain bytes. */
export function readStructured(field: string): Structured {
  const [value = '', ...rest] = pieces(readable(field))
  const parameters = new Map<string, string>()
  const sectioned = new Map<string, Section[]>()
  for (const piece of rest) {
    const equals = piece.indexOf('=')
    if (equals < 0) continue
    const name = piece.slice(0, equals).trim().toLowerCase()
    const text = unquoted(piece.slice(equals + 1))
    const [, base, nr, star] = SECTION.exec(name) ?? []
    if (base === undefined) {
      if (!parameters.has(name)) parameters.set(name, decodeWords(text))
    } else {
      const sections = sectioned.get(base) ?? []
      sections.push({ nr: Number(nr ?? 0), isEncoded: nr === undefined || star !== undefined, text })
      sectioned.set(base, sections)
    }
  }
  // A name in sections is the better one: programs add the plain one for those that cannot read it.
  for (const [name, sections] of sectioned) parameters.set(name, joinSections(sections))
  return { value: value.trim().toLowerCase(), parameters }
}

/** The field without comments; a file name that is not quoted may have parentheses: `filename=Invoice (1).pdf`. */
function readable(field: string): string {
  return /name\*?[^;="]*=\s*[^";]*\(/i.test(field) ? field : withoutComments(field)
}
