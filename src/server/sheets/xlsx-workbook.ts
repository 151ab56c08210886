import { PackageParts, type Relation } from './package-parts.ts'
import { UnreadableSheet } from './sheet.ts'
import { type CellForm, formOf } from './xlsx-formats.ts'
import { attributeOf } from './xml.ts'

/** A sheet with cells that people see. */
export interface WorkbookSheet {
  name: string
  path: string
}

/** The parts of a workbook that its sheets refer to. */
export interface Workbook {
  parts: PackageParts
  /** In their order: at least one. */
  sheets: readonly WorkbookSheet[]
  /** Texts that cells share, without phonetic hints. */
  strings: readonly string[]
  /** How values are shown, by the style of their cell. */
  forms: readonly CellForm[]
  from1904: boolean
}

/** Sheets without cells that people fill in. */
const NO_TABLE = /^(?:chartsheet|dialogsheet|xl(?:Intl)?Macrosheet)$/i
const MOST_SHEETS = 10_000

const NOT_ONE = 'The file is not a workbook'
const USUAL = 'xl/workbook.xml'

/** Text without the codes that stand for signs which XML cannot hold: _x000D_ is a carriage return. */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** The path of the workbook's own part. Throws UnreadableSheet. */
async function workbookPath(parts: PackageParts): Promise<string> {
  const relations = await parts.relationsOf('')
  const path = relations.find(({ type }) => type === 'officeDocument')?.target ?? USUAL
  if (path.endsWith('.bin')) throw new UnreadableSheet('This is a binary workbook (.xlsb): save it as .xlsx')
  if (parts.has(path)) return path
  if (parts.has('content.xml')) throw new UnreadableSheet('This is an OpenDocument file: save it as .xlsx')
  throw new UnreadableSheet(NOT_ONE)
}

interface NamedSheet {
  name: string
  relation: string
  seen: boolean
}

async function readNames(parts: PackageParts, path: string): Promise<{ sheets: NamedSheet[]; from1904: boolean }> {
  const sheets: NamedSheet[] = []
  let from1904 = false
  await parts.read(path, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')
      if (name !== 'sheet') return
      if (sheets.length === MOST_SHEETS) throw new UnreadableSheet('The workbook has too many sheets')
      sheets.push({
        name: unescaped(attributeOf(attributes, 'name') ?? ''),
        relation: attributeOf(attributes, 'id') ?? '',
        seen: !/hidden$/i.test(attributeOf(attributes, 'state') ?? ''),
      })
    },
  })
  return { sheets, from1904 }
}

/** Collects texts as `si` elements have them: with all their runs, without phonetic hints. */
export class RichText {
  #text = ''
  #inText = false
  #spoken = false

  open(name: string): void {
    if (name === 'rPh') this.#spoken = true
    else if (name === 't') this.#inText = !this.#spoken
  }

  add(text: string): void {
    if (this.#inText) this.#text += text
  }

  close(name: string): void {
    if (name === 'rPh') this.#spoken = false
    else if (name === 't') this.#inText = false
  }

  /** The text so far; the next one begins empty. */
  take(): string {
    const text = unescaped(this.#text)
    this.#text = ''
    return text
  }
}

async function readStrings(parts: PackageParts, path: string): Promise<string[]> {
  const strings: string[] = []
  const text = new RichText()
  const handlers = {
    open: (name: string) => text.open(name),
    text: (piece: string) => text.add(piece),
    close: (name: string) => {
      text.close(name)
      if (name === 'si') strings.push(text.take())
    },
  }
  await parts.read(path, handlers, 'shared')
  return strings
}

async function readForms(parts: PackageParts, path: string): Promise<CellForm[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  // Formats of conditions have numbers of their own, within `dxfs`.
  let within = ''
  await parts.read(path, {
    open: (name, attributes) => {
      if (name === 'cellXfs' || name === 'numFmts') within = name
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt' && within === 'numFmts') codes.set(id, attributeOf(attributes, 'formatCode') ?? '')
      else if (name === 'xf' && within === 'cellXfs') ids.push(id)
    },
    close: (name) => {
      if (name === within) within = ''
    },
  })
  const known = new Map<number, CellForm>()
  return ids.map((id) => {
    const form = known.get(id) ?? formOf(id, codes)
    known.set(id, form)
    return form
  })
}

/** The part of this type: by its relation, else by its usual name beside the workbook; null if there is none. */
function partOf(parts: PackageParts, path: string, relations: readonly Relation[], type: string): string | null {
  const usual = `${path.slice(0, path.lastIndexOf('/') + 1)}${type}.xml`
  const named = relations.flatMap((relation) => (relation.type === type ? relation.target : []))
  return [...named, usual].find((each) => parts.has(each)) ?? null
}

/** Reads what a workbook says of its sheets. Throws UnreadableSheet. */
export async function openWorkbook(data: Uint8Array): Promise<Workbook> {
  const parts = new PackageParts(data)
  const path = await workbookPath(parts)
  const relations = await parts.relationsOf(path)
  const { sheets: named, from1904 } = await readNames(parts, path)
  const tables = relations.filter(({ type }) => !NO_TABLE.test(type))
  const targets = new Map(tables.map(({ id, target }) => [id, target]))
  const all = named.flatMap(({ name, relation, seen }) => {
    const target = targets.get(relation)
    return target === undefined ? [] : [{ name, path: target, seen }]
  })
  const sheets = all.filter(({ seen }) => seen).map(({ name, path: target }) => ({ name, path: target }))
  if (sheets.length === 0)
    throw new UnreadableSheet(all.length > 0 ? 'All sheets of the workbook are hidden' : 'The workbook has no sheet')
  const strings = partOf(parts, path, relations, 'sharedStrings')
  const styles = partOf(parts, path, relations, 'styles')
  return {
    parts,
    sheets,
    strings: strings === null ? [] : await readStrings(parts, strings),
    forms: styles === null ? [] : await readForms(parts, styles),
    from1904,
  }
}
