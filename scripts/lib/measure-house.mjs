import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BANDS, BESIDE } from './house.mjs'
import { importsOf, isGenerated, isTest, listFiles } from './read-house.mjs'
import { bandOf } from './walls.mjs'

/** Rows of the table beside the bands, for code that is not the product. */
const OTHER = BESIDE.filter((folder) => folder !== 'e2e')
const LAYERS = [...BANDS.map(({ name }) => name), ...OTHER]
const layerOf = (file) => bandOf(file)?.name ?? OTHER.find((folder) => file.startsWith(`${folder}/`))

const source = (root, file) => readFileSync(join(root, file), 'utf8')
const linesOf = (text) => text.trimEnd().split('\n').length
const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

function row(name, counts) {
  const sorted = counts.sort((one, other) => one - other)
  return {
    name,
    files: sorted.length,
    median: quantile(sorted, 0.5),
    p90: quantile(sorted, 0.9),
    most: sorted.at(-1) ?? 0,
  }
}

/** Files of each layer with their lines: the median, the 90th percentile and the longest. */
export function measureLayers(root) {
  const files = listFiles(root).filter((file) => /\.tsx?$/.test(file))
  const code = files.filter((file) => !isTest(file) && !isGenerated(file) && !file.startsWith('e2e/'))
  const lines = (chosen) => chosen.map((file) => linesOf(source(root, file)))
  return [
    ...LAYERS.map((name) => row(name, lines(code.filter((file) => layerOf(file) === name)))),
    row(
      'tests beside the code and of the whole',
      lines(files.filter((file) => isTest(file) && !file.startsWith('e2e/'))),
    ),
    row('e2e', lines(files.filter((file) => file.startsWith('e2e/')))),
  ].filter(({ files }) => files > 0)
}

/** The text without comments and with all strings emptied, templates included. */
const bare = (text) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, (part) =>
    /^['`]/.test(part) ? "''" : ' ',
  )

const TYPE = String.raw`(?:[A-Z{([]|''|"|any\b|unknown\b|string\b|number\b|boolean\b|never\b|null\b|undefined\b|keyof\b|typeof\b|readonly\b)`
const COUNTED = [
  ['casts with `as` (imports and `as const` aside)', new RegExp(String.raw`[\w)\]}'] as ${TYPE}`, 'g')],
  ['non-null assertions `!`', /[\w)\]]!(?=[.;,)\]\s[])(?!\s*=)/g],
  ['`any`', /[:<|&(,]\s*any\b|\bas any\b|=> any\b/g],
]

/** Casts and other places where code overrules the types; tests are counted apart. */
export function countCasts(root) {
  const files = listFiles(root).filter((file) => /^(src|demo|bench|tests|e2e)\/.*\.tsx?$/.test(file))
  const texts = files.map((file) => {
    const text = bare(source(root, file)).replace(/^\s*(?:import|export)\b[^;()=]*?\bfrom\s*''/gm, '')
    return { text, test: isTest(file) || /^(tests|e2e|src\/server\/(test|ha))\//.test(file) }
  })
  const count = (pattern, kind) =>
    texts
      .filter(({ test }) => test === (kind === 'tests'))
      .reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)
  return COUNTED.map(([name, pattern]) => ({ name, code: count(pattern, 'code'), tests: count(pattern, 'tests') }))
}

/** Fields of an order without a rule of their own, whose names mean nothing else. */
const PLAIN_FIELDS = [
  ...['additionalInfo', 'shipmentDescription', 'shipmentPurchase', 'suppliersInvoiceNumber'],
  ...['otherReferenceUsed', 'merchantName'],
]

/** How many files name each field: the migration counts, tests and generated types do not. */
export function countFieldPlaces(root) {
  const code = (file) => /^src\/.*\.tsx?$/.test(file) && !/^src\/server\/(db|test)\//.test(file) && !isTest(file)
  const texts = listFiles(root)
    .filter(code)
    .map((file) => source(root, file))
  const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const named = (key) => texts.filter((text) => new RegExp(`\\b(${key}|${snake(key)})\\b`).test(text)).length
  return PLAIN_FIELDS.map((key) => named(key) + 1).sort((one, other) => one - other)
}

/** Comments that silence the linter, and overrides in its configuration. */
export function countExceptions(root) {
  const files = listFiles(root).filter((file) => /\.(tsx?|mjs|js|css)$/.test(file))
  const ignores = files.reduce(
    (sum, file) => sum + (source(root, file).match(/(?:\/\/|\/\*) biome-ignore/g)?.length ?? 0),
    0,
  )
  const configuration = source(root, 'biome.json')
  return { ignores, overrides: JSON.parse(configuration).overrides.length, configuration: linesOf(configuration) }
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const uncommented = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, '')
    .split('\n')
    .filter((line) => line.trim()).length

/** Folders, files with one importer, and lines of the product, of its SQL and of the tests. */
export function measureSize(root) {
  const files = listFiles(root)
  const inSource = files.filter((file) => /^src\/.*\.tsx?$/.test(file))
  const product = inSource.filter((file) => !isTest(file) && !isGenerated(file))
  const imports = importsOf(root)
  const importersOf = (file) => new Set(imports.filter(({ to }) => to === file).map((each) => each.file))
  const texts = product.filter((file) => !file.includes('/test/')).map((file) => source(root, file))
  const statements = files.filter((file) => /^src\/.*\.sql$/.test(file)).map((file) => source(root, file))
  const ofTests = (file) => /\.tsx?$/.test(file) && (isTest(file) || /^(tests|e2e)\//.test(file))
  const tests = files.filter(ofTests).map((file) => linesOf(source(root, file)))
  return [
    ['folders of `src` with code', new Set(inSource.map((file) => dirname(file))).size],
    ['files with one importer', product.filter((file) => importersOf(file).size === 1).length],
    ['lines of product code', sum(texts.map(linesOf))],
    ['lines of product code without comments', sum(texts.map(uncommented))],
    ['lines of SQL in rooms', `${sum(statements.map(linesOf))} in ${statements.length} files`],
    ['lines of tests', sum(tests)],
  ]
}
