import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/project.mjs'
import { listFiles } from './lib/read-house.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = listFiles(root).filter((file: string) => file.endsWith('.md'))
/** Pages that describe the project as it is now; the changelog may name files that are gone. */
const current = pages.filter((file: string) => !file.startsWith('CHANGELOG'))
const decisions = pages.filter((file: string) => /^docs\/decisions\/\d/.test(file))
const files: string[] = listFiles(root)

/** Patterns, files yet to be written, and output of commands. */
const GENERATED = /\*|00NN|^bench\/results/

interface Snippet {
  page: string
  language: string
  source: string
  code: string
}
const snippets: Snippet[] = pages.flatMap((page: string) =>
  [...read(page).matchAll(/^ *```(\w+) *(\S*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, language = '', source = '', code = '']) => ({
      page,
      language,
      source,
      code,
    }),
  ),
)
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')

test('examples in TypeScript name their source', () => {
  expect(snippets.filter(({ language, source }) => /^tsx?$/.test(language) && !source)).toEqual([])
})

test.each(snippets.filter(({ source }) => source))('$page: the example is what $source says', ({ source, code }) => {
  expect(lines(read(source))).toContain(lines(code))
})

test.each(current)('%s: commands and files that it names exist', (page) => {
  const { scripts } = JSON.parse(read('package.json'))
  const text = read(page)
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !scripts[name])).toEqual([])
  const paths = [...text.matchAll(/`((?:src|demo|deploy|docs|e2e|migrations|scripts|tests|bench)\/[\w./*-]*\w\/?)`/g)]
  const missing = paths
    .map(([, path = '']) => path)
    .filter((path) => !GENERATED.test(path) && !existsSync(join(root, path)))
  expect(missing).toEqual([])
  // A name alone, or the end of a path: 'room.ts', 'mail/check-secrets.ts'.
  const names = [...text.matchAll(/`([a-z][\w.-]*(?:\/[\w.-]+)*\.(?:tsx?|mjs|sql))`/g)].map(([, name = '']) => name)
  const unknown = names.filter(
    (name) => !GENERATED.test(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`)),
  )
  expect(unknown).toEqual([])
})

test('each number of a decision has a page, or a reason in docs/decisions/README.md', () => {
  const numbers = decisions.map((page) => Number(/\d+/.exec(page)?.[0]))
  const index = read('docs/decisions/README.md')
  const without = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter((n) => !numbers.includes(n))
  const named = [...index.matchAll(/^\| (\d{3}) \| .+ \|$/gm)].map(([, number]) => Number(number))
  expect(named).toEqual(without)
})

test('a decision that another one supersedes says so in its status line', () => {
  const superseded = decisions.flatMap((page) =>
    [...read(page).matchAll(/supersedes \[\d+\]\((\S+\.md)\)/g)].map(([, file = '']) => `docs/decisions/${file}`),
  )
  expect(superseded.length).toBeGreaterThan(0)
  expect(superseded.filter((page) => !read(page).split('\n')[2]?.includes('superseded'))).toEqual([])
})

test.each(pages)('%s: its links lead to files', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => join(dirname(page), link))
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
})

test('package, lock file, changelog and deployment name one version', () => {
  const { version } = JSON.parse(read('package.json'))
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  expect(/^## (\d+\.\d+\.\d+) /m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  const images = [...read('deploy/kubernetes.yaml').matchAll(/image: \S+\/quayside:(\S+)/g)].map(([, tag]) => tag)
  expect(new Set(images)).toEqual(new Set([version]))
})
