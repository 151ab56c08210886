import { strFromU8, unzipSync } from 'fflate'
import { SheetSize, UnreadableSheet } from './sheet.ts'

/** Maximum bytes of a workbook's parts, unpacked. */
const MAX_UNPACKED = 8 * 1024 * 1024

/** The XML parts by path. fflate unpacks no more than the size each part declares, and those are added up. */
function unpack(data: Uint8Array): Record<string, string> {
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

/** Reads an attribute of a tag, with or without a prefix. */
function attribute(name: string) {
  const pattern = new RegExp(`\\s(?:[A-Za-z0-9]+:)?${name}="([^"]*)"`)
  return ({ attributes }: Tag) => {
    const value = pattern.exec(attributes)?.[1]
    return value === undefined ? undefined : unescaped(value)
  }
}
// Compiled once: there are three for each of a hundred thousand cells.
const idOf = attribute('id')
const relationIdOf = attribute('Id')
const targetOf = attribute('Target')
const referenceOf = attribute('r')
const typeOf = attribute('t')

/** The first tag with this name that passes. */
function findTag(xml: string, name: string, passes: (tag: Tag) => boolean): Tag | undefined {
  for (const tag of tagsOf(xml)) if (tag.name === name && passes(tag)) return tag
  return undefined
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

/** The XML of the first sheet. */
function firstSheet(parts: Record<string, string>): string | undefined {
  const sheet = findTag(parts['xl/workbook.xml'] ?? '', 'sheet', () => true)
  const id = sheet && idOf(sheet)
  const relations = parts['xl/_rels/workbook.xml.rels'] ?? ''
  const relation = id && findTag(relations, 'Relationship', (tag) => relationIdOf(tag) === id)
  const target = relation && targetOf(relation)?.replace(/^\/?(xl\/)?/, '')
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

function sheetRows(sheet: string, strings: readonly string[]): Map<number, string[]> {
  const size = new SheetSize()
  const rows = new Map<number, string[]>()
  let at = { row: 0, column: -1 }
  let type = 'n'
  for (const tag of tagsOf(sheet)) {
    if (tag.name === 'row') {
      const row = Number(referenceOf(tag))
      at = { row: Number.isInteger(row) ? row : at.row + 1, column: -1 }
    } else if (tag.name === 'c') {
      const letters = /^[A-Z]{1,3}/.exec(referenceOf(tag) ?? '')?.[0]
      at = { row: at.row, column: letters ? columnOf(letters) : at.column + 1 }
      type = typeOf(tag) ?? 'n'
      // An empty cell takes time to read, and one far to the right fills the row with empty ones.
      size.addCells(at.column, Math.max(1, at.column + 1 - (rows.get(at.row)?.length ?? 0)))
    } else if (tag.name === '/v' || tag.name === '/t') {
      const cells = rows.get(at.row) ?? []
      if (cells.length === 0) size.addRow()
      cells[at.column] = (type === 'inlineStr' ? (cells[at.column] ?? '') : '') + textOf(type, tag.text, strings)
      rows.set(at.row, cells)
    }
  }
  return rows
}

/**
 * The texts of a workbook's first sheet with their row numbers, from 1. Only existing cells within the bounds take memory,
 * whatever size the sheet claims. Throws UnreadableSheet.
 */
export function readXlsx(data: Uint8Array): { line: number; cells: string[] }[] {
  let parts: Record<string, string>
  try {
    parts = unpack(data)
  } catch (error) {
    throw error instanceof UnreadableSheet ? error : new UnreadableSheet('The file is not a workbook')
  }
  const sheet = firstSheet(parts)
  if (sheet === undefined) throw new UnreadableSheet('The workbook has no sheet')
  const rows = sheetRows(sheet, sharedStrings(parts['xl/sharedStrings.xml']))
  return [...rows].map(([line, cells]) => ({ line, cells: Array.from(cells, (cell) => cell ?? '') }))
}
