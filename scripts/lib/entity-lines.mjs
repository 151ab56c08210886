import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

/** Of each entity: its file in the contract, and in the folders of server and web the names its files begin with. */
const ENTITIES = [
  ['ports', 'ports', [], ['ports-page.tsx']],
  ['cities', 'cities', [], ['cities-page.tsx']],
  ['vessels', 'vessels', ['vessel-store.ts'], ['vessels-page.tsx']],
  ['events', 'events', ['event-store.ts'], ['events-page.tsx']],
  ['freight', 'freight', [], ['freight-page.tsx']],
  ['cartages', 'cartages', ['cartage-store.ts'], ['cartages-page.tsx']],
  ['depots', 'depots', ['depot-store.ts'], ['depots-page.tsx']],
  ['constants', 'constants', [], ['constants-page.tsx', 'constant-cell.tsx']],
  [
    'locations',
    'locations',
    ['location-store.ts'],
    ['locations-page.tsx', 'location-fields.tsx', 'locations-by-city-page.tsx', 'locations-switch.tsx'],
  ],
  ['mail addresses', 'mail-addresses', [], ['mail-settings-page.tsx']],
  ['hints', 'hints', ['hint-store.ts'], ['hints-page.tsx']],
]
/** What every entity has in lists of all: its routes, its table in the database's types, its address and its menu entry. */
const REGISTERED = 4

function linesOf(...path) {
  const file = join(root, 'src', ...path)
  if (!existsSync(file)) throw new Error(`${file} is gone: mend the list of entities`)
  return readFileSync(file, 'utf8').trimEnd().split('\n').length
}
const sum = (folder, files) => files.reduce((total, file) => total + linesOf(...folder, file), 0)

/** The table as Markdown. */
export function entityTable() {
  const rows = ENTITIES.map(([name, contract, stores, pages]) => {
    const parts = [
      linesOf('contract', `${contract}.ts`),
      sum(['server', 'modules', 'reference'], stores),
      sum(['web', 'features', 'reference'], pages),
    ]
    const all = parts.reduce((total, lines) => total + lines, REGISTERED)
    return `| ${[name, ...parts.map((lines) => lines || ''), all].join(' | ')} |`.replaceAll('|  |', '| |')
  })
  return ['| entity | contract | store | page | in all |', '|---|---|---|---|---|', ...rows].join('\n')
}
