import { type Field, firstValue, type HeaderBudget, readFields } from './header-fields.ts'
import { LeftOut, MAX_FIELDS, MAX_HEADER_BYTES, MAX_LEVELS, MAX_PARTS } from './limits.ts'
import { readStructured, type Structured } from './parameters.ts'
import { withoutTransfer } from './transfer.ts'

/** A part of a mail: a multipart with its parts, or a leaf with its bytes. */
export interface Part {
  fields: readonly Field[]
  type: Structured
  disposition: Structured
  parts: Part[]
  /** The bytes as they stand in the mail. */
  raw: Buffer
  /** Whether limits kept it from being read: its bytes are no text and no file. */
  isUnread: boolean
  /** The multiparts that may still be within it. */
  levels: number
}

/** What reading a mail shares over its parts, also those of a mail within it. */
export interface Reading {
  budget: HeaderBudget
  parts: number
  leftOut: Set<string>
}

export const newReading = (): Reading => ({
  budget: { fields: MAX_FIELDS, bytes: MAX_HEADER_BYTES },
  parts: MAX_PARTS,
  leftOut: new Set(),
})

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0d

/** A line of a boundary: where it begins, where the next line does, and whether it is the last. */
interface Delimiter {
  begin: number
  next: number
  isLast: boolean
}

/** The next line that is this boundary, from a line's beginning. */
function nextDelimiter(data: Buffer, boundary: Buffer, from: number, end: number): Delimiter | null {
  for (let at = from; ; ) {
    const found = data.indexOf(boundary, at)
    if (found < 0 || found >= end) return null
    at = found + boundary.length
    if (found !== from && data[found - 1] !== 0x0a) continue
    const isLast = data[at] === 0x2d && data[at + 1] === 0x2d
    let after = isLast ? at + 2 : at
    while (after < end && isBlank(data[after])) after++
    if (after < end && data[after] !== 0x0a) continue
    return { begin: found, next: Math.min(after + 1, end), isLast }
  }
}

/** The ranges between the lines of a boundary, without the line break that belongs to the boundary; null without any. */
function* rangesOf(data: Buffer, boundary: Buffer, from: number, end: number): Generator<[number, number]> {
  let open = nextDelimiter(data, boundary, from, end)
  while (open && !open.isLast) {
    const next = nextDelimiter(data, boundary, open.next, end)
    let stop = next?.begin ?? end
    if (next && data[stop - 1] === 0x0a) stop--
    if (next && data[stop - 1] === 0x0d) stop--
    yield [open.next, Math.max(open.next, stop)]
    open = next
  }
}

const NO_FIELD: Structured = { value: '', parameters: new Map() }

/**
 * The parts of a mail, as far as limits allow; never throws. `levels` is the number of multiparts that may still be
 * within each other.
 */
export function readParts(data: Buffer, reading: Reading, levels = MAX_LEVELS): Part {
  return readPart(data, { begin: 0, end: data.length, levels, fallback: 'text/plain' }, reading)
}

interface Place {
  begin: number
  end: number
  levels: number
  /** The type of a part that names none. */
  fallback: string
}

function readPart(data: Buffer, { begin, end, levels, fallback }: Place, reading: Reading): Part {
  const { fields, body } = readFields(data, begin, end, reading.budget, reading.leftOut)
  const named = readStructured(firstValue(fields, 'content-type'))
  const type = /^[^/\s]+\/[^/\s]+$/.test(named.value) ? named : { ...named, value: fallback }
  const part: Part = {
    fields,
    type,
    disposition: readStructured(firstValue(fields, 'content-disposition')),
    parts: [],
    raw: data.subarray(body, end),
    isUnread: false,
    levels,
  }
  if (!type.value.startsWith('multipart/')) return part
  if (levels === 0) {
    reading.leftOut.add(LeftOut.LEVELS)
    return { ...part, isUnread: true }
  }
  const boundary = type.parameters.get('boundary') ?? ''
  const place = {
    levels: levels - 1,
    fallback: type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain',
  }
  if (boundary !== '') {
    for (const [from, to] of rangesOf(data, Buffer.from(`--${boundary}`, 'utf8'), body, end)) {
      if (reading.parts === 0) {
        reading.leftOut.add(LeftOut.FILES)
        part.parts.push({
          ...part,
          fields: [],
          type: NO_FIELD,
          parts: [],
          raw: data.subarray(from, end),
          isUnread: true,
        })
        break
      }
      reading.parts--
      part.parts.push(readPart(data, { begin: from, end: to, ...place }, reading))
    }
  }
  // A multipart without its boundary shows what it has.
  return part.parts.length > 0 ? part : { ...part, type: { ...type, value: 'text/plain' } }
}

/** The bytes of a leaf without their transfer encoding. */
export const bytesOf = (part: Part): Buffer => {
  const bytes = withoutTransfer(part.raw, firstValue(part.fields, 'content-transfer-encoding'))
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** The leaves of a part, in order. */
export const leavesOf = (part: Part): Part[] => (part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf))
