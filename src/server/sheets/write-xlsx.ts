import { strToU8, Zip, ZipDeflate } from 'fflate'
import { neutralText } from './cell-text.ts'
import type { SheetBatches, SheetCell, SheetTable } from './sheet-table.ts'

/** Column widths of a workbook, in characters. */
const WIDTH = { least: 8, most: 60 }
/** Longest text of a cell: a longer one makes Excel call the workbook damaged. */
const MAX_TEXT = 32_767

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const NAMESPACE = 'http://schemas.openxmlformats.org'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const RELATIONS = `${NAMESPACE}/package/2006/relationships`
const OFFICE = `${NAMESPACE}/officeDocument/2006/relationships`
const MAIN = `${NAMESPACE}/spreadsheetml/2006/main`
const SHEET = 'xl/worksheets/sheet1.xml'

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relations = (...all: string[]) => `${XML}<Relationships xmlns="${RELATIONS}">${all.join('')}</Relationships>`
const override = (part: string, type: string) => `<Override PartName="/${part}" ContentType="${TYPE}.${type}+xml"/>`

/** Styles of cells by their number: 1 is bold, 2 a day, 3 a day with its time. */
const FORMATS = ['mmm d yyyy', 'mmm d yyyy h:mm']
const STYLE = { heading: 1, day: 2, timed: 3 }
const plain = (format: number) =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${format > 0 ? ' applyNumberFormat="1"' : ''}/>`

/** Parts of a workbook other than its sheet. */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${override(SHEET, 'worksheet')}${override('xl/styles.xml', 'styles')}</Types>`,
  '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    relation(1, 'worksheet', 'worksheets/sheet1.xml'),
    relation(2, 'styles', 'styles.xml'),
  ),
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2">${FORMATS.map((format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${format}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${plain(0)}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${plain(164)}${plain(165)}</cellXfs></styleSheet>`,
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const code = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** Text as XML writes it; characters that XML cannot hold, or reads as a line end, by their code. */
const escaped = (text: string) =>
  text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, code)
    .replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, code)

/** The letters of a column, from 0: A, Z, AA. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
const letters: string[] = []

/** The place of a cell: optional in the format, but not every program finds cells without it. */
function placeOf(column: number, row: number): string {
  letters[column] ??= lettersOf(column)
  return `${letters[column]}${row}`
}

function cellXml(cell: SheetCell, place: string, style: string): string {
  if (cell === '') return style === '' ? '' : `<c r="${place}"${style}/>`
  if (typeof cell === 'number') return `<c r="${place}"${style}><v>${cell}</v></c>`
  if (typeof cell === 'object')
    return `<c r="${place}" s="${cell.timed ? STYLE.timed : STYLE.day}"><v>${cell.days}</v></c>`
  const text = neutralText(cell).slice(0, MAX_TEXT)
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${place}"${style} t="inlineStr"><is><t${space}>${escaped(text)}</t></is></c>`
}

/** A row by its number, from 1. */
const rowXml = (row: readonly SheetCell[], number: number, style = '') =>
  `<row r="${number}">${row.map((cell, column) => cellXml(cell, placeOf(column, number), style)).join('')}</row>`

/** Characters that a cell shows, in about; a date needs room for '#####' to become 'Nov 20 2026 9:05'. */
const shownLength = (cell: SheetCell) =>
  typeof cell === 'object' ? (FORMATS[cell.timed ? 1 : 0]?.length ?? 0) + 1 : String(cell).length

/**
 * The beginning of a sheet: columns as wide as the headings and the first rows need, and a row of headings
 * that stays.
 */
function headXml(headings: readonly string[], rows: SheetTable['rows']): string {
  const columns = headings.map((heading, column) => {
    const longest = rows.reduce((most, row) => Math.max(most, shownLength(row[column] ?? '')), heading.length)
    const width = Math.max(WIDTH.least, Math.min(WIDTH.most, longest + 2))
    return `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`
  })
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const views = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
  return `${XML}<worksheet xmlns="${MAIN}">${views}<cols>${columns.join('')}</cols><sheetData>${rowXml(headings, 1, ` s="${STYLE.heading}"`)}`
}

/** The bytes of a workbook with one sheet, piece by piece: one for each batch of rows. */
export async function* xlsxPieces({ headings, batches }: SheetBatches): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  const taken = () => {
    const all = Buffer.concat(written)
    written = []
    return all
  }
  const zip = new Zip((error, data) => {
    if (error) throw error
    written.push(data)
  })
  const open = (path: string) => {
    const part = new ZipDeflate(path)
    zip.add(part)
    return {
      write: (xml: string) => part.push(strToU8(xml)),
      finish: (xml: string) => part.push(strToU8(xml), true),
    }
  }
  for (const [path, xml] of Object.entries(PARTS)) open(path).finish(xml)
  const sheet = open(SHEET)
  let begun = false
  let last = 1
  for await (const rows of batches) {
    sheet.write(`${begun ? '' : headXml(headings, rows)}${rows.map((row) => rowXml(row, ++last)).join('')}`)
    begun = true
    yield taken()
  }
  sheet.finish(`${begun ? '' : headXml(headings, [])}</sheetData></worksheet>`)
  zip.end()
  yield taken()
}
