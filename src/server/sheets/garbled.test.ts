import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { UnreadableSheet } from './sheet.ts'
import { sheetXml, stylesXml, text, workbookOf } from './workbook.fixture.ts'

/** Reads a file that may be broken in any way: rows, or a refusal in words. */
async function survives(data: Uint8Array): Promise<void> {
  try {
    const { rows } = await readSheet(data)
    for (const { cells } of rows) expect(cells.some((cell) => cell !== '')).toBe(true)
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error
    expect(error.message).not.toBe('')
  }
}

const CASES = ['capital-shared-strings', 'east-asian-dates', 'hidden-first-sheet', 'workbook-at-root']
const files = await Promise.all(CASES.map((name) => readFile(`tests/cases/sheets/${name}.xlsx`)))
const anyFile = fc.constantFrom(...files)
const RUNS = { numRuns: 150 }

test('a workbook that was cut off is refused, never read in part without a word', async () => {
  await fc.assert(
    fc.asyncProperty(anyFile, fc.double({ min: 0, max: 1, noNaN: true }), async (file, share) => {
      // A single byte is the text 'P'.
      const length = Math.floor((file.length - 1) * share)
      const cut = file.subarray(0, length === 1 ? 2 : length)
      await expect(readSheet(cut)).rejects.toThrow(UnreadableSheet)
    }),
    RUNS,
  )
})

test('a workbook with garbled bytes is read or refused', async () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(anyFile, changes, async (file, changed) => {
      const garbled = new Uint8Array(file)
      for (const [at, byte] of changed) garbled[at % garbled.length] = byte
      await survives(garbled)
    }),
    RUNS,
  )
})

test('a workbook whose parts are garbled is read or refused', async () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 5 })), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(anyFile, fc.nat(), changes, async (file, which, changed) => {
      const parts = unzipSync(file)
      const name = Object.keys(parts)[which % Object.keys(parts).length] ?? ''
      let xml = new TextDecoder().decode(parts[name])
      for (const [at, put] of changed) xml = xml.slice(0, at % xml.length) + put + xml.slice((at % xml.length) + 1)
      await survives(zipSync({ ...parts, [name]: new TextEncoder().encode(xml) }))
    }),
    RUNS,
  )
})

test('any values and formats of cells are read or refused', async () => {
  const sign = fc.constantFrom(...'0#?.,;:%@"[]_*\\-+/() eEgGyYmMdDhHsSbBaAnl年\u00a0')
  const value = fc.oneof(fc.double().map(String), fc.string({ unit: fc.constantFrom(...'0123456789.eE-+,x ') }))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: sign, maxLength: 40 }), value, async (format, raw) => {
      const styles = stylesXml(format.replaceAll('<', ''))
      const data = workbookOf(`<row>${text('a')}<c s="1"><v>${raw}</v></c></row>`, { 'xl/styles.xml': styles })
      const { rows } = await readSheet(data)
      // A cell with a value is never empty.
      if (raw.trim() !== '') expect(rows[0]?.cells[1]).not.toBeUndefined()
    }),
    { numRuns: 500 },
  )
})

test('any bytes are read or refused', async () => {
  const begin = fc.constantFrom('', 'PK', 'PK\u0003\u0004', 'a;b\n"', 'sep=', '="', '\ufeff', 'ÿþ')
  await fc.assert(
    fc.asyncProperty(begin, fc.uint8Array({ maxLength: 300 }), async (first, bytes) =>
      survives(Buffer.concat([Buffer.from(first, 'latin1'), bytes])),
    ),
    { numRuns: 500 },
  )
})

test('a sheet that ends too early is refused', async () => {
  const whole = sheetXml(`<row>${text('a')}</row><row>${text('b')}</row>`)
  for (const end of [whole.indexOf('</row>') + 6, whole.length - 1, whole.length - 12])
    await expect(readSheet(workbookOf('', { 'xl/worksheets/sheet1.xml': whole.slice(0, end) }))).rejects.toThrow(
      UnreadableSheet,
    )
})
