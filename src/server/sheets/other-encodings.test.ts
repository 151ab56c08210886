import { expect, test } from 'vitest'
import { ENCODED } from './other-encodings.fixture.ts'
import { readSheet } from './read-sheet.ts'

const fileOf = (hex: string) =>
  Buffer.concat([Buffer.from('Company,Phone\r\n"'), Buffer.from(hex, 'hex'), Buffer.from('",16045550111\r\n')])

test.each(ENCODED)('$text is read, or refused as $named until its encoding is chosen', async ({ text, hex, named }) => {
  const data = fileOf(hex)
  if (named === null) {
    const { found, rows } = await readSheet(data)
    expect(rows[1]?.cells).toEqual([text, '16045550111'])
    expect(found.guessedBy).not.toBeNull()
    return
  }
  await expect(readSheet(data)).rejects.toThrow(
    `The text of this file may be ${named}, which is not read: save it as CSV UTF-8 or .xlsx`,
  )
  const { found, rows } = await readSheet(data, { encoding: 'windows-1252' })
  expect(found).toMatchObject({ encoding: 'windows-1252', guessedBy: null })
  expect(rows).toHaveLength(2)
})

test('the same texts in UTF-8 are read', async () => {
  for (const { text } of ENCODED) {
    const { found, rows } = await readSheet(fileOf(Buffer.from(text).toString('hex')))
    expect(found).toMatchObject({ encoding: 'utf-8', guessedBy: null })
    expect(rows[1]?.cells[0]).toBe(text)
  }
})

test('text that is none of these is not taken for Western either', async () => {
  // Thai in TIS-620: bytes beyond ASCII in a row.
  await expect(readSheet(fileOf('bac3d4c9d1b720e4b7c2'))).rejects.toThrow(/may be an encoding that is not known/)
})
