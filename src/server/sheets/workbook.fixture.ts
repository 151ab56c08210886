import { strToU8, zipSync } from 'fflate'

const NS = 'http://schemas.openxmlformats.org'
const OFFICE = `${NS}/officeDocument/2006/relationships`

/** A relation of a part, by the last word of its type. */
export const relation = (id: string, type: string, target: string, types = OFFICE) =>
  `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`
export const relations = (...all: string[]) =>
  `<Relationships xmlns="${NS}/package/2006/relationships">${all.join('')}</Relationships>`
/** The part of a workbook, with sheets by the ids of their relations. */
export const workbookXml = (sheets: string, more = '') =>
  `<workbook xmlns="${NS}/spreadsheetml/2006/main" xmlns:r="${OFFICE}">${more}<sheets>${sheets}</sheets></workbook>`
export const sheetXml = (data: string) =>
  `<worksheet xmlns="${NS}/spreadsheetml/2006/main"><sheetData>${data}</sheetData></worksheet>`
/** Styles with these formats of numbers, from style 1 on: by number, or by code. */
export function stylesXml(...formats: (number | string)[]) {
  const own = formats.flatMap((format, at) =>
    typeof format === 'string'
      ? `<numFmt numFmtId="${200 + at}" formatCode="${format.replaceAll('"', '&quot;')}"/>`
      : [],
  )
  const xfs = formats.map((format, at) => `<xf numFmtId="${typeof format === 'string' ? 200 + at : format}"/>`)
  return `<styleSheet><numFmts>${own.join('')}</numFmts><cellXfs><xf/>${xfs.join('')}</cellXfs></styleSheet>`
}
/** An inline text. */
export const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`

/** A workbook with one sheet of these rows (XML), and other parts by their paths; null leaves one out. */
export function workbookOf(data: string, more: Record<string, string | Uint8Array | null> = {}): Buffer {
  const parts: Record<string, string | Uint8Array | null> = {
    '_rels/.rels': relations(relation('r', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': workbookXml('<sheet name="One" sheetId="1" r:id="r1"/>'),
    'xl/_rels/workbook.xml.rels': relations(
      relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('r2', 'styles', 'styles.xml'),
      relation('r3', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/worksheets/sheet1.xml': sheetXml(data),
    ...more,
  }
  const there = Object.entries(parts).flatMap(([path, part]) =>
    part === null ? [] : [[path, typeof part === 'string' ? strToU8(part) : part] as const],
  )
  return Buffer.from(zipSync(Object.fromEntries(there)))
}

/** A workbook with these sheets, in their order, of texts. */
export function bookOf(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
  const all = Object.entries(sheets).map(([name, rows], at) => ({ name, rows, id: `r${at + 1}` }))
  const files = all.map(({ rows, id }) => {
    const cells = (row: readonly string[]) => `<row>${row.map(text).join('')}</row>`
    return [`xl/worksheets/${id}.xml`, sheetXml(rows.map(cells).join(''))]
  })
  return workbookOf('', {
    'xl/workbook.xml': workbookXml(
      all.map(({ name, id }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="${id}"/>`).join(''),
    ),
    'xl/_rels/workbook.xml.rels': relations(...all.map(({ id }) => relation(id, 'worksheet', `worksheets/${id}.xml`))),
    ...Object.fromEntries(files),
  })
}
