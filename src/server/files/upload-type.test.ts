import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadType, uploadTypeOnDisk } from './upload-type.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-uploads-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The types of a file sent by staff, of which the server holds all bytes, and by a client, on disk. */
async function typesOf(name: string, data: Buffer): Promise<(string | null)[]> {
  const path = join(folder, 'upload')
  await writeFile(path, data)
  return [await uploadType(name, data), await uploadTypeOnDisk(name, path)]
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const PDF_TYPE = 'application/pdf'
const after = (start: string | number[]) => Buffer.concat([Buffer.from(start as string), PDF])

test('the PDF that begins with a line break is one', async () => {
  const data = await readFile('tests/cases/files/newline-before-header.pdf')
  expect(await typesOf('invoice.pdf', data)).toEqual([PDF_TYPE, PDF_TYPE])
})

test.each([
  ['nothing', ''],
  ['a line break', '\n'],
  ['line breaks of Windows', '\r\n\r\n'],
  ['spaces and tabs', '  \t \f'],
  ['zeros', '\0\0\0\0'],
  ['a byte order mark', [0xef, 0xbb, 0xbf]],
  ['a byte order mark and a line break', [0xef, 0xbb, 0xbf, 0x0d, 0x0a]],
  ['a mark of UTF-16', [0xff, 0xfe]],
  ['the other mark of UTF-16', [0xfe, 0xff]],
  ['as much white space as programs skip', ' '.repeat(1024 - '%PDF-1'.length)],
])('a PDF behind %s is one', async (_, start) => {
  expect(await typesOf('Invoice.PDF', after(start))).toEqual([PDF_TYPE, PDF_TYPE])
})

test.each([
  ['words', 'Please find attached '],
  ['the lines of a mail', 'Content-Type: application/pdf\r\nContent-Transfer-Encoding: binary\r\n\r\n'],
  ['bytes of a printer', [0x1b, 0x25, 0x2d, 0x31, 0x32, 0x33, 0x34, 0x35, 0x58, 0x0a]],
  ['as much junk as readers skip', 'x'.repeat(1024 - '%PDF-1'.length)],
])('a PDF behind %s is one, as readers take it', async (_, start) => {
  expect(await typesOf('Invoice.PDF', after(start))).toEqual([PDF_TYPE, PDF_TYPE])
})

test.each([
  ['more white space than programs skip', after(' '.repeat(1024))],
  ['more junk than readers skip', after('x'.repeat(1024))],
  ['a page', after('\n<html><script>alert(1)</script></html>\n')],
  ['an archive', after('PK\u0003\u0004')],
  ['a program', after('MZ\0\0')],
  ['a script', after('#!/bin/sh\n')],
  ['a picture', after('GIF89a')],
])('%s before the header is refused', async (_, data) => {
  expect(await typesOf('invoice.pdf', data)).toEqual([null, null])
})

test.each([
  ['a page behind a late header', '\n%PDF-1.4\n<html><script>alert(1)</script></html>'],
  ['a drawing behind a late header', '\ufeff%PDF-1.4\n<svg onload="alert(1)">'],
  ['a word that only begins like a header', '\n%PDF'],
  ['no header', '\n\n'],
])('%s is refused', async (_, text) => {
  expect(await typesOf('invoice.pdf', Buffer.from(text))).toEqual([null, null])
})

test('a late header makes no other type of it', async () => {
  expect(await typesOf('invoice.jpg', after('\n'))).toEqual([null, null])
  expect(await typesOf('invoice.docx', after('\n'))).toEqual([null, null])
})

test('pictures begin with their first byte', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  )
  expect(await typesOf('scan.png', png)).toEqual(['image/png', 'image/png'])
  expect(await typesOf('scan.png', Buffer.concat([Buffer.from('\n'), png]))).toEqual([null, null])
})
