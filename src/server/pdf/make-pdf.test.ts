import { expect, test } from 'vitest'
import { createThreads } from '#server/threads/threads.ts'
import { makePdf } from './make-pdf.ts'
import type { PdfContent, PdfSource } from './pdf-source.ts'
import type { PDF_WORK } from './pdf-work.ts'
import { placesOfPdf, textOfPdf } from './read-pdf.fixture.ts'

const FONTS = 'src/server/pdf/test-fonts'

const page = (content: PdfContent[], rest: Partial<PdfSource> = {}): PdfSource => ({
  title: 'Test',
  author: 'Quayside',
  page: { width: 595.28, height: 841.89 },
  margins: [40, 40, 40, 50],
  footer: null,
  watermark: null,
  content,
  ...rest,
})
const printed = async (text: string, fonts: string | null = null) => {
  const { pdf, unprintable } = await makePdf(page([{ text }]), fonts, null)
  return { text: (await textOfPdf(pdf)).join('\n'), unprintable }
}

test.each([
  'Łódź Öl & Ñandú, Ağaoğlu Ltd. Şti.',
  'Иван Петрович Щукин, Москва',
  'Ελληνικά Ναυτιλία',
  'Nguyễn Văn Phước',
])('the included font prints %s', async (name) => expect(await printed(name)).toEqual({ text: name, unprintable: [] }))

test('a combining accent is printed with its letter', async () => {
  expect(await printed('Jose\u0301')).toEqual({ text: 'José', unprintable: [] })
})

test('characters that no font has are named, and are question marks, not boxes', async () => {
  expect(await printed('李伟 Trading שלום')).toEqual({
    text: '?? Trading ????',
    unprintable: ['ו', 'ל', 'ם', 'ש', '伟', '李'],
  })
})

test('a folder of fonts prints Chinese beside Latin, bold too', async () => {
  expect(await printed('李伟 (宁波厨具有限公司) A', FONTS)).toEqual({
    text: '李伟 (宁波厨具有限公司) A',
    unprintable: [],
  })
  const { pdf, unprintable } = await makePdf(page([{ text: '上海 Łódź 北京', bold: true }]), FONTS, null)
  expect({ text: await textOfPdf(pdf), unprintable }).toEqual({ text: ['上海 Łódź 北京'], unprintable: [] })
})

test('control characters, and those that turn the direction of text, are not printed', async () => {
  expect((await printed('ab\u0000c\u202ed\u2066e\u200ff\u001b[31m')).text).toBe('abcdef[31m')
  expect((await printed('a half \ud800 pair')).text).toBe('a half � pair')
})

test.each([
  ['a tab', '\t'],
  ['a no-break space', '\u00a0'],
  ['a narrow no-break space', '\u202f'],
  ['a thin space', '\u2009'],
  ['a figure space', '\u2007'],
  ['an Ogham space', '\u1680'],
  ['a mathematical space', '\u205f'],
  ['an ideographic space', '\u3000'],
  ['a blank Braille sign', '\u2800'],
  ['a separator of fields', '\u001f'],
])('%s is printed as a space', async (_, space) => {
  expect(await printed(`40${space}cartons`)).toEqual({ text: '40 cartons', unprintable: [] })
})

test.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])('%j begins a new line', async (end) => {
  expect(await printed(`Cups${end}Pots`)).toEqual({ text: 'Cups\nPots', unprintable: [] })
})

test('signs that only change the one before them, and fillers, are neither printed nor named', async () => {
  expect(await printed('o\ufe0fn\u034fe\u3164 \uffa0two\u00ad\u2060')).toEqual({ text: 'one two', unprintable: [] })
})

test('ten thousand letters without a space stay on the page, and are all there', async () => {
  const { pdf } = await makePdf(page([{ text: 'W'.repeat(10_000) }]), null, null)
  const pages = await textOfPdf(pdf)
  expect(pages.join('').replaceAll(/\s/g, '')).toBe('W'.repeat(10_000))
  expect(pages.length).toBeGreaterThan(2)
})

const HEBREW = `${FONTS}/hebrew`
/** Words of a line from left to right. */
const standing = async (text: string) => {
  const { pdf, unprintable } = await makePdf(page([{ text }]), HEBREW, null)
  expect(unprintable).toEqual([])
  const places = (await placesOfPdf(pdf)).sort((a, b) => a.left - b.left)
  for (const [at, { left }] of places.entries())
    if (at > 0) expect(left - (places[at - 1]?.right ?? 0)).toBeGreaterThan(-0.5)
  return places.map((place) => place.text.trim())
}

test.each([
  ['שלום עולם', ['עולם', 'שלום']],
  ['חברת Quayside Ltd. עולם', ['עולם', 'Quayside', 'Ltd.', 'חברת']],
  ['Quayside Ltd. שלום עולם 12', ['Quayside', 'Ltd.', '12', 'עולם', 'שלום']],
  ['Quayside Ltd.', ['Quayside Ltd.']],
])('%s is read from the right where its letters are', async (text, words) => {
  // Readers of PDFs join words or turn their letters as they please, so each line is compared by its letters.
  const lettersOf = (all: readonly string[]) =>
    all.flatMap((each) => each.split(' ')).map((each) => [...each].sort().join(''))
  expect(lettersOf(await standing(text))).toEqual(lettersOf(words))
})

test('five hundred rows run over pages, each with its number and its mark', async () => {
  const body = [['No.', 'USD'], ...Array.from({ length: 500 }, (_, at) => [`Line ${at + 1}`, '$1.00'])]
  const rows: PdfContent = { table: { headerRows: 1, body } }
  const { pdf } = await makePdf(page([rows], { footer: 'Quote', watermark: 'DRAFT' }), null, null)
  const pages = await textOfPdf(pdf)
  expect(pages.length).toBeGreaterThan(5)
  for (const [at, text] of pages.entries()) {
    expect(text).toContain(`Page ${at + 1} of ${pages.length}`)
    expect(text).toContain('DRAFT')
    expect(text).toContain('No.')
  }
  expect(pages.at(-1)).toContain('Line 500')
})

test('what people typed never makes the thread read a file or an address', async () => {
  await expect(makePdf(page([{ image: '/etc/hostname' }]), null, null)).rejects.toThrow()
  await expect(makePdf(page([{ image: 'http://127.0.0.1:9/x.png' }]), null, null)).rejects.toThrow()
  expect((await printed('the next one')).text).toBe('the next one')
})

test('one that takes too long fails alone: the others are made, and more than may wait get 503', async () => {
  const make = createThreads<typeof PDF_WORK>({
    file: 'pdf-thread',
    beside: new URL('make-pdf.ts', import.meta.url).href,
    threads: 1,
    most: 3,
    limitMs: 3_000,
    memoryMb: 256,
    tooSlow: () => new Error('too slow'),
  })
  await make(null, 'make', page([{ text: 'warm' }]), null)
  // Each letter is a line of its own: minutes of work.
  const endless = make(null, 'make', page([{ text: 'x'.repeat(200_000), wordBreak: 'break-all' }]), null)
  const [next, last] = ['one', 'two'].map((text) => make(null, 'make', page([{ text }]), null))
  await expect(make(null, 'make', page([{ text: 'three' }]), null)).rejects.toMatchObject({ status: 503 })
  await expect(endless).rejects.toThrow('too slow')
  for (const [made, text] of [
    [await next, 'one'],
    [await last, 'two'],
  ] as const)
    expect(await textOfPdf(made?.pdf ?? new Uint8Array())).toEqual([text])
})
