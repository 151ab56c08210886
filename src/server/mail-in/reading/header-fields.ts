import { LeftOut } from './limits.ts'
import { byteText } from './text-forms.ts'

/** A field of a header. `value` has one character for each byte, unfolded. */
export interface Field {
  /** In small letters. */
  name: string
  value: string
}

/** What a mail may still have of fields and their bytes. */
export interface HeaderBudget {
  fields: number
  bytes: number
}

const NAME = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:/

/**
 * The fields that begin at `from`, and where the body begins. Lines that are no field are skipped. Fields beyond
 * the budget are left out, and said.
 */
export function readFields(
  data: Buffer,
  from: number,
  end: number,
  budget: HeaderBudget,
  leftOut: Set<string>,
): { fields: Field[]; body: number } {
  const fields: { name: string; parts: string[] }[] = []
  let open: { name: string; parts: string[] } | null = null
  let at = from
  while (at < end) {
    const feed = data.indexOf(0x0a, at)
    const next = feed < 0 || feed >= end ? end : feed + 1
    const lineEnd = trimmedEnd(data, at, next)
    if (lineEnd === at) return { fields: fields.map(joined), body: next }
    const isFolded = data[at] === 0x20 || data[at] === 0x09
    budget.bytes -= lineEnd - at
    if (budget.bytes < 0 || (!isFolded && budget.fields <= 0)) {
      leftOut.add(LeftOut.HEADERS)
      open = null
    } else {
      const line = byteText(data.subarray(at, lineEnd))
      if (isFolded) open?.parts.push(line)
      else {
        const [head = '', name] = NAME.exec(line) ?? []
        open = name === undefined ? null : { name: name.toLowerCase(), parts: [line.slice(head.length)] }
        if (open) {
          fields.push(open)
          budget.fields--
        }
      }
    }
    at = next
  }
  return { fields: fields.map(joined), body: end }
}

/** The end of a line without its line break. */
function trimmedEnd(data: Buffer, from: number, next: number): number {
  let end = next
  if (end > from && data[end - 1] === 0x0a) end--
  while (end > from && data[end - 1] === 0x0d) end--
  return end
}

const joined = ({ name, parts }: { name: string; parts: string[] }): Field => ({
  name,
  value: parts
    .join('')
    .replaceAll(/[\r\n]+/g, ' ')
    .replace(/^[ \t]+/, '')
    .trimEnd(),
})

/** The values of a field, in order. */
export const allValues = (fields: readonly Field[], name: string): string[] =>
  fields.filter((field) => field.name === name).map(({ value }) => value)

/** The first value of a field, as it decides where a field stands twice; '' without one. */
export const firstValue = (fields: readonly Field[], name: string): string =>
  fields.find((field) => field.name === name)?.value ?? ''
