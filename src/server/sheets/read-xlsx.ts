import { strFromU8, unzipSync } from 'fflate'

/** Maximum bytes of a workbook's parts, unpacked. */
const MAX_UNPACKED = 8 * 1024 * 1024

/** Not a workbook, or a larger one than we read. */
export class UnreadableSheet extends Error {}

/** The XML parts by path. fflate unpacks no more than the size each part declares, and those are added up. */
function unpack(data: Buffer): Record<string, string> {
  let total = 0
  const files = unzipSync(data, {
    filter: ({ name, originalSize }) => {
      if (!/^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/.test(name))
        return false
      total += originalSize
      if (total > MAX_UNPACKED) throw new UnreadableSheet('The workbook is too large')
      return true
    },
  })
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

interface Tag {
  /** '/c' closes 'c'; without prefixes. */
  name: string
  attributes: string
  /** The text before the tag. */
  text: string
}

/** The tags of an XML text in order, in linear time. */
function* tagsOf(xml: string): Generator<Tag> {
  let at = 0
  for (;;) {
    const open = xml.indexOf('<', at)
    const close = xml.indexOf('>', open)
    if (open < 0 || close < 0) return
    const inner = xml.slice(open + 1, xml[close - 1] === '/' ? close - 1 : close)
    const space = inner.search(/\s/)
    const name = (space < 0 ? inner : inner.slice(0, space)).replace(/^(\/?)[A-Za-z0-9_]+:/, '$1')
    const attributes = space < 0 ? '' : inner.slice(space)
    yield { name, attributes, text: xml.slice(at, open) }
    at = close + 1
  }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text
    .replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (all, hex, decimal, name) => {
      if (name) return ENTITIES[name] ?? all
      const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : all
    })
    .replaceAll(/_x([0-9A-F]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

const attribute = ({ attributes }: Tag, name: string) => {
  const value = new RegExp(`\\s(?:[A-Za-z0-9]+:)?${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

/** The shared texts of cells, without phonetic hints. */
function sharedStrings(xml = ''): string[] {
  const all: string[] = []
  let spoken = false
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'si') all.push('')
    else if (tag.name === 'rPh') spoken = true
    else if (tag.name === '/rPh') spoken = false
    else if (tag.name === '/t' && !spoken) all[all.length - 1] = (all.at(-1) ?? '') + unescaped(tag.text)
  }
  return all
}

/** The path of the first sheet. */
function firstSheet(parts: Record<string, string>): string | undefined {
  const sheet = [...tagsOf(parts['xl/workbook.xml'] ?? '')].find(({ name }) => name === 'sheet')
  const id = sheet && attribute(sheet, 'id')
  const relation = [...tagsOf(parts['xl/_rels/workbook.xml.rels'] ?? '')].find(
    (tag) => tag.name === 'Relationship' && attribute(tag, 'Id') === id,
  )
  const target = relation && attribute(relation, 'Target')?.replace(/^\/?(xl\/)?/, '')
  return parts[`xl/${target}`]
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** A cell's text; a number in its shortest form, as it was typed ('68.55', not 68.549999999999997). */
function textOf(type: string, raw: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(raw)] ?? ''
  if (type === 'b') return raw === '1' ? 'Yes' : 'No'
  if (type !== 'n') return unescaped(raw)
  return raw !== '' && Number.isFinite(Number(raw)) ? String(Number(raw)) : raw
}

/**
 * The texts of a workbook's first sheet by row number, from 1. Only existing cells within the bounds take memory, whatever
 * size the sheet claims. Throws UnreadableSheet.
 */
export function readXlsx(data: Buffer, most: { rows: number; columns: number }): Map<number, string[]> {
  let parts: Record<string, string>
  try {
    parts = unpack(data)
  } catch (error) {
    throw error instanceof UnreadableSheet ? error : new UnreadableSheet('The file is no workbook')
  }
  const sheet = firstSheet(parts)
  if (sheet === undefined) throw new UnreadableSheet('The workbook has no sheet')
  const strings = sharedStrings(parts['xl/sharedStrings.xml'])
  const rows = new Map<number, string[]>()
  let at = { row: 0, column: -1 }
  let type = 'n'
  for (const tag of tagsOf(sheet)) {
    if (tag.name === 'row') {
      const row = Number(attribute(tag, 'r'))
      at = { row: Number.isInteger(row) ? row : at.row + 1, column: -1 }
    } else if (tag.name === 'c') {
      const letters = /^[A-Z]{1,3}/.exec(attribute(tag, 'r') ?? '')?.[0]
      at = { row: at.row, column: letters ? columnOf(letters) : at.column + 1 }
      type = attribute(tag, 't') ?? 'n'
    } else if (tag.name === '/v' || tag.name === '/t') {
      if (at.column >= most.columns) throw new UnreadableSheet(`No more than ${most.columns} columns`)
      const cells = rows.get(at.row) ?? []
      cells[at.column] = (type === 'inlineStr' ? (cells[at.column] ?? '') : '') + textOf(type, tag.text, strings)
      rows.set(at.row, cells)
      if (rows.size > most.rows) throw new UnreadableSheet(`No more than ${most.rows} rows`)
    }
  }
  return rows
}
