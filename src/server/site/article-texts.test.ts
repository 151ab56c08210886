import { expect, test } from 'vitest'
import { createArticleTexts } from './article-texts.ts'

/** Converts texts to upper case instead of cleaning them, and counts how often. */
function texts(most?: number) {
  const cleaned: string[] = []
  const clean = async (html: string) => {
    cleaned.push(html)
    if (html === 'broken') throw new Error('broken')
    return html.toUpperCase()
  }
  return { textOf: createArticleTexts(clean, most), cleaned }
}

test('each version is cleaned once, however many ask for it', async () => {
  const { textOf, cleaned } = texts()
  const ask = (version: string, html: string) => textOf(1, version, async () => html)
  const replies = await Promise.all(Array.from({ length: 60 }, () => ask('v1', 'one')))
  expect(new Set(replies)).toEqual(new Set(['ONE']))
  expect(await ask('v1', 'not read')).toBe('ONE')
  expect(await ask('v2', 'two')).toBe('TWO')
  expect(cleaned).toEqual(['one', 'two'])
})

test('the article read longest ago is dropped first, and cleaned again', async () => {
  const { textOf, cleaned } = texts(2)
  for (const id of [1, 2, 1, 3, 1, 2]) await textOf(id, 'v', async () => String(id))
  expect(cleaned).toEqual(['1', '2', '3', '2'])
})

test('a failure is not kept', async () => {
  const { textOf } = texts()
  await expect(textOf(1, 'v', async () => 'broken')).rejects.toThrow('broken')
  expect(await textOf(1, 'v', async () => 'mended')).toBe('MENDED')
})
