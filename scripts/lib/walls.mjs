// Walls that follow from the bands of house.mjs: the band of a file, the linter's rules, and the table of
// CONTRIBUTING.md.
import { posix } from 'node:path'
import { BANDS, BESIDE } from './house.mjs'

const isRest = ({ folders, files, doors }) => !folders && !files && !doors
const oneOf = (names) => (names.length === 1 ? names[0] : `{${names.join(',')}}`)
const escaped = (name) => name.replaceAll('.', '\\.').replaceAll('*', '[^/]+')

/**
 * Whether a path below a band's root belongs to the band. The doors of commands and jobs are not doors of
 * nouns.
 */
function matches({ folders = [], files = [], doors = [] }, path) {
  if (files.includes(path)) return true
  if (folders.some((folder) => new RegExp(`^${escaped(folder)}/`).test(path))) return true
  return doors.some((door) => new RegExp(`^${escaped(door)}$`).test(posix.basename(path)))
}

/**
 * The band of a file, by its path from the project's root; undefined for files beside the product. Named
 * folders come first.
 */
export function bandOf(file) {
  const own = BANDS.filter(({ root }) => file.startsWith(`${root}/`))
  const order = [...own.filter(({ folders }) => folders), ...own.filter(({ doors }) => doors), ...own.filter(isRest)]
  return order.find((band) => isRest(band) || matches(band, file.slice(band.root.length + 1)))
}

/** Patterns of a band's files, as in a `.gitignore`, each after the prefix. */
const patternsOf = ({ folders, files, doors = [] }, prefix) => [
  ...(folders ? [`${prefix}${oneOf(folders)}/**`] : []),
  ...(files ? [`${prefix}${oneOf(files)}`] : []),
  ...doors.map((door) => `${prefix}**/${door}`),
]
const alias = (root) => root.replace('src/', '#')
const inRoot = ({ root }) => BANDS.filter((band) => band.root === root)
const isAllowed = (band, other) => other.level < band.level || (other === band && band.open === true)

/**
 * Imports that a band must not have: everything of ours, except patterns with a '!'. The last pattern that
 * matches counts.
 */
function refusedBy(band) {
  const prefix = `${alias(band.root)}/`
  const [allowed, refused] = [true, false].map((yes) => inRoot(band).filter((other) => isAllowed(band, other) === yes))
  const open = allowed.some(isRest)
    ? [`!${prefix}**`, ...refused.flatMap((other) => patternsOf(other, prefix))]
    : allowed.flatMap((other) => patternsOf(other, prefix)).map((pattern) => `!${pattern}`)
  const contract =
    band.root === 'src/contract' ? [] : [`!#contract/${band.contract ? `${oneOf(band.contract)}/` : ''}**`]
  // Code of the contract ships to the browser, so every package but these is refused as well.
  const start = band.root === 'src/contract' ? ['**', '!./**', '!zod', '!zod/**'] : ['#*/**']
  const beside = (band.beside ?? []).map((folder) => `!#${folder}/**`)
  return [...start, ...contract, ...beside, ...open, '**/../**']
}

const names = (bands) => bands.map(({ name }) => name).join(', ')
/** Imports allowed to a band in words, packages aside. */
function allowedTo(band) {
  const below = inRoot(band).filter((other) => other.level < band.level)
  const rooms = band.open ? 'its own rooms' : 'its own room'
  if (band.root === 'src/contract') return [rooms, names(below), 'zod'].filter(Boolean).join('; ')
  const contract = band.contract?.map((folder) => `contract/${folder}`).join(', ') ?? 'the contract'
  return [rooms, names(below), contract].filter(Boolean).join('; ')
}

const TESTS = '!**/*.{test,fixture}.{ts,tsx}'

const rule = (includes, group, message) => ({
  includes,
  linter: {
    rules: { style: { noRestrictedImports: { level: 'error', options: { patterns: [{ group, message }] } } } },
  },
})

/** Files of a band in the form that the linter takes, without tests. */
function filesOf(band) {
  const others = inRoot(band).filter((other) => other !== band)
  const outside = (bands) => bands.flatMap((other) => patternsOf(other, `!${band.root}/`))
  if (isRest(band)) return [`${band.root}/**`, ...outside(others), TESTS]
  const within = ({ folders = [] }) => folders.some((name) => band.folders?.some((own) => name.startsWith(`${own}/`)))
  const closer = others.filter((other) => (band.doors ? other.folders : within(other)))
  return [...patternsOf(band, `${band.root}/`), ...outside(closer), TESTS]
}

/**
 * Rules on imports for the linter, one for each band. Tests may import anything except the other half of the
 * product.
 */
export function linterRules() {
  const beside = BESIDE.map((folder) => `${folder}/**`)
  const server = rule(
    ['src/server/**', ...beside],
    ['#web/**', '**/../**'],
    'Server, demo and tests: never the web app.',
  )
  const other = ['server', ...BESIDE].map((folder) => `#${folder}/**`)
  const web = rule(['src/web/**'], [...other, '**/../**'], 'The web app: never the server.')
  return [
    server,
    web,
    ...BANDS.map((band) => rule(filesOf(band), refusedBy(band), `${band.name}: ${allowedTo(band)}.`)),
  ]
}

/** The table of CONTRIBUTING.md: each band, its files, and what it may import. */
export function wallsTable() {
  const rows = BANDS.map((band) => {
    const own = isRest(band) ? ['every other folder'] : patternsOf(band, '').map((pattern) => `\`${pattern}\``)
    return `| ${band.name} | \`${band.root}\` | ${own.join(', ')} | ${allowedTo(band)} |`
  })
  return ['| band | in | files | may import |', '|---|---|---|---|', ...rows].join('\n')
}

const isWall = ({ linter }) => linter.rules.style?.noRestrictedImports !== undefined

/**
 * The text of biome.json with these rules in place of its own rules on imports; the formatter decides its
 * form.
 */
export function withRules(text) {
  const { overrides, ...rest } = JSON.parse(text)
  return JSON.stringify(
    { ...rest, overrides: [...linterRules(), ...overrides.filter((each) => !isWall(each))] },
    null,
    2,
  )
}

/** The text of CONTRIBUTING.md with this table of the bands in place of its own. */
export const withTable = (text) => text.replace(/\| band \|.*\n(\|.*\n)+/, () => `${wallsTable()}\n`)
