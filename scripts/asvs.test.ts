import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { LEVEL_1, LEVEL_2 } from './lib/asvs-requirements.mjs'
import { root } from './lib/project.mjs'

const PAGE = 'docs/asvs.md'
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Line {
  id: string
  state: string
  why: string
  shownBy: string
}
const lines: Line[] = read(PAGE)
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, id = '', state = '', why = '', shownBy = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return { id, state, why, shownBy }
  })

/** The tests that a line names: file and title. */
const namedTests = ({ shownBy }: Line) =>
  [...shownBy.matchAll(/`([^`›]+) › ((?:[^`]|`(?!<br>|$))+)`/g)].map(([, file = '', title = '']) => ({ file, title }))

/**
 * Titles of the tests of a file as its source writes them: the texts at the start of a call of test or it,
 * plain or for each of several.
 */
function titlesOf(file: string): string[] {
  const source = read(file)
  const calls = /(?:\b(?:test|it)(?:\.\w+)*(?:<[^(]*>)?|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1\s*,/g
  return [...source.matchAll(calls)].map(([, , title = '']) => title.replaceAll(/\\(['"`])/g, '$1'))
}
const known = new Map<string, string[]>()
function hasTest(file: string, title: string): boolean {
  if (!existsSync(join(root, file))) return false
  const titles = known.get(file) ?? titlesOf(file)
  known.set(file, titles)
  return titles.includes(title)
}

test('every requirement of levels 1 and 2 has one line, in order, and no other has', () => {
  expect(LEVEL_1.length + LEVEL_2.length).toBe(253)
  const parts = (id: string) => id.split('.').map(Number)
  const inOrder = [...LEVEL_1, ...LEVEL_2].sort((one, other) => {
    const [a, b] = [parts(one), parts(other)]
    return a.map((n, at) => n - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0
  })
  expect(lines.map(({ id }) => id)).toEqual(inOrder)
})

test('each has one of the states that the page explains, and says why', () => {
  const states = ['met', 'not met', 'operator', 'not applicable']
  expect(lines.filter(({ state, why }) => !states.includes(state) || why.length < 3)).toEqual([])
})

test('what is not met says why the specification or the operator decides it', () => {
  const unmet = lines.filter(({ state }) => state === 'not met')
  expect(unmet.filter(({ why }) => !/\b(?:specification|specified|operators?)\b/i.test(why))).toEqual([])
})

test('every test that is named exists, by its file and its title', () => {
  const missing = lines.flatMap((line) => namedTests(line).filter(({ file, title }) => !hasTest(file, title)))
  expect(missing).toEqual([])
  expect(lines.flatMap(namedTests).length).toBeGreaterThan(150)
})

test('what shows a requirement is a test, and nothing but tests', () => {
  const other = lines.filter((line) => {
    const count = line.shownBy === '–' ? 0 : line.shownBy.split('<br>').length
    return namedTests(line).length !== count
  })
  expect(other).toEqual([])
})

/** Pages and files that a line names beside tests. */
const placesOf = ({ why }: Line) => [
  ...[...why.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) => link),
  ...[...why.matchAll(/`((?:src|scripts|deploy|docs)\/[^`]+|[\w.]+\.(?:json|ts))`/g)].map(
    ([, path = '']) => `../${path}`,
  ),
]

test('what is met is shown by a test, or names the page or the code where a test makes no sense', () => {
  const bare = lines.filter((line) => line.state === 'met' && namedTests(line).length + placesOf(line).length === 0)
  expect(bare).toEqual([])
})

/** The anchors of a page, as GitHub makes them of headings. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every page, heading and file that is named exists', () => {
  const missing = lines.flatMap(placesOf).filter((place) => {
    const [path = '', anchor] = place.split('#')
    const file = join(dirname(PAGE), path)
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && !anchorsOf(file).includes(anchor)
  })
  expect([...new Set(missing)]).toEqual([])
})
