// `npm run measure-house`: the figures of docs/development.md, 'The codebase in figures', as Markdown.
// Another folder may be named.

import { countCasts, countExceptions, countFieldPlaces, measureLayers, measureSize } from './lib/measure-house.mjs'
import { root as project } from './lib/project.mjs'
import { strayNouns, upwardImports } from './lib/read-house.mjs'

const root = process.argv[2] ?? project
const say = (text) => process.stdout.write(`${text}\n`)

say('| layer | files | median | p90 | longest |\n|---|---|---|---|---|')
for (const { name, files, median, p90, most } of measureLayers(root))
  say(`| ${[name, files, median, p90, most].join(' | ')} |`)
say('\n| figure | count |\n|---|---|')
const { ignores, overrides, configuration } = countExceptions(root)
const places = countFieldPlaces(root)
const figures = [
  ...measureSize(root),
  ['nouns in rooms without nouns', strayNouns(root).length],
  ['imports that point up', upwardImports(root).length],
  ['files that name a plain field of an order, with its migration', `${places[0]} to ${places.at(-1)}`],
  ...countCasts(root).flatMap(({ name, code, tests }) => [
    [name, code],
    [`${name}, in tests`, tests],
  ]),
  ['comments that silence the linter', ignores],
  ['overrides in biome.json', `${overrides} (${configuration} lines)`],
]
for (const [name, count] of figures) say(`| ${name} | ${count} |`)
