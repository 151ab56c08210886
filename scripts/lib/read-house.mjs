// Reads the source as text: TypeScript 7 has no API for tools, and import lines are plain enough.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { GENERATED, NOUNS, TECHNICAL } from './house.mjs'
import { bandOf } from './walls.mjs'

/** Files in git and new ones that git does not ignore, by path from `root`. */
export const listFiles = (root) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))
    .sort()

export const isTest = (file) => /\.(test|spec|shots|fixture)\.tsx?$/.test(file)
export const isCode = (file) => /^(src|demo)\/.*\.tsx?$/.test(file) && !isTest(file)
export const isGenerated = (file) => GENERATED.some((pattern) => pattern.test(file))
/**
 * The room of a file, which is the folder of a noun or a subject: 'src/server/orders'. A file beside such
 * folders is a room of its own.
 */
const roomOf = (file) => /^src\/(web\/\w+|server|contract)\/[^/]+/.exec(file)?.[0] ?? file

const SOURCE = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g
const NAMED = /\b(?:import|export)\s+(?:type\s+)?([\w$*{][^'";=()]*?)\s+from\s*'[#.][^']+'/g
const EXPORTED =
  /\bexport\s+(?:default\s+)?(?:async\s+)?(?:abstract\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+(\w+)/g
const LISTED = /\bexport\s*(?:type\s*)?\{([^}]*)\}/g

/** The file that an import of our own leads to; undefined for a package. */
function target(file, source) {
  if (/^#(demo|tests|bench|e2e)\//.test(source)) return source.slice(1)
  if (source.startsWith('#') && source.includes('/')) return `src/${source.slice(1)}`
  return source.startsWith('.') ? posix.join(dirname(file), source) : undefined
}

/** Imports of our own in code that is no test: from which file to which, as written. */
export function importsOf(root) {
  return listFiles(root)
    .filter(isCode)
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(SOURCE)].flatMap(([, source]) => {
        const to = target(file, source)
        return to === undefined ? [] : [{ file, source, to }]
      }),
    )
}

const isIn = (folders, file) => folders?.some((folder) => file.startsWith(`${folder}/`)) ?? false

function isUpward(file, to) {
  const [from, other] = [bandOf(file), bandOf(to)]
  if (!other) return !isIn(from.beside, to)
  if (other.root === 'src/contract' && from.root !== other.root)
    return from.contract !== undefined && !isIn(from.contract, to.slice('src/contract/'.length))
  if (from.root !== other.root || other.level > from.level) return true
  if (other.level < from.level) return false
  return from !== other || (!from.open && roomOf(file) !== roomOf(to))
}

/**
 * Imports that lead to a band above, to a room that must be left alone, or to another wing, as 'file →
 * import'. Tests are exempt.
 */
export function upwardImports(root) {
  return importsOf(root)
    .filter(({ file, to }) => bandOf(file) && isUpward(file, to))
    .map(({ file, source }) => `${file} → ${source}`)
}

/**
 * Rooms of one open band that import each other in a circle, each with the imports that close it, as 'file →
 * file'.
 */
export function roomCycles(root) {
  const edges = importsOf(root).filter(
    ({ file, to }) => bandOf(file)?.open && bandOf(file) === bandOf(to) && roomOf(file) !== roomOf(to),
  )
  const next = new Map()
  for (const edge of edges) next.set(roomOf(edge.file), [...(next.get(roomOf(edge.file)) ?? []), edge])
  const reaches = (from, to, seen = new Set()) =>
    (next.get(from) ?? []).some(({ to: file }) => {
      const room = roomOf(file)
      if (room === to) return true
      return !seen.has(room) && reaches(room, to, seen.add(room))
    })
  return edges.filter(({ file, to }) => reaches(roomOf(to), roomOf(file))).map(({ file, to }) => `${file} → ${to}`)
}

/**
 * Files that import each other in a circle, types included, each circle once by its files. Biome leaves types
 * out.
 */
export function fileCycles(root) {
  const next = new Map()
  for (const { file, to } of importsOf(root)) next.set(file, [...(next.get(file) ?? []), to])
  // Tarjan's strongly connected components: a component of several files is a circle.
  const [order, lowest, open, circles] = [new Map(), new Map(), [], []]
  const visit = (file) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file))
    open.push(file)
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      if (open.includes(to)) lowest.set(file, Math.min(lowest.get(file), lowest.get(to)))
    }
    if (lowest.get(file) !== order.get(file)) return
    const component = open.splice(open.indexOf(file))
    if (component.length > 1) circles.push(component.sort().join(', '))
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return circles
}

const singular = (word) => word.replace(/ies$/, 'y').replace(/(vessel|[^s])s$/, '$1')
const wordsOf = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((word) => [word, singular(word)])

const isTechnical = (noun, name) => TECHNICAL.some((term) => term.noun === noun && term.names.test(name))
const nounIn = (name) => NOUNS.find((noun) => wordsOf(name).includes(noun) && !isTechnical(noun, name))

/**
 * Names that a file shows to others: its own path in the room, its own imports by path and by name, its
 * exports.
 */
function namesOf(file, text) {
  const own = [...text.matchAll(SOURCE)].map(([, source]) => source).filter((source) => /^[#.]/.test(source))
  const paths = [file, ...own].flatMap((path) => path.replace(/^(#|src\/)\w+\//, '').split('/'))
  const lists = [...text.matchAll(NAMED), ...text.matchAll(LISTED)].flatMap(([, names]) => names.split(/[^\w$]+/))
  return [...paths, ...lists, ...[...text.matchAll(EXPORTED)].map(([, name]) => name)]
}

/** Nouns of the business in rooms that must know none, as 'file: name'. Tests are exempt. */
export function strayNouns(root) {
  return listFiles(root)
    .filter((file) => isCode(file) && bandOf(file)?.nouns === false && !isGenerated(file))
    .flatMap((file) => {
      const names = new Set(namesOf(file, readFileSync(join(root, file), 'utf8')))
      return [...names].filter(nounIn).map((name) => `${file}: ${name}`)
    })
}

/** Citations of decision pages that do not exist, as 'file: citation'. Pages are cited only by path. */
export function deadCitations(root) {
  const files = listFiles(root).filter((file) => /\.(tsx?|mjs|js|sql|css|ya?ml|cfg|md|json)$|Dockerfile$/.test(file))
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const paths = [...text.matchAll(/(?:docs\/)?decisions\/([\w-]+\.md)/g)]
    const dead = paths.filter(([, page]) => !existsSync(join(root, 'docs', 'decisions', page))).map(([path]) => path)
    const vague = [
      ...text.matchAll(/(?<!\[)\bdecisions?(?: page)?:? (?:\d{3}\b|[A-Z]\d+\b)|\(decisions?:[^)]*\)/g),
    ].map(([words]) => words)
    return [...dead, ...vague].map((words) => `${file}: ${words}`)
  })
}
