import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './project.mjs'
import { listFiles } from './read-house.mjs'

/** Files of each entity: its file in the contract, then its files in server and web. */
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
/**
 * Lists that every entity adds a line to: the resources, reference data, addresses, the menu and its icons.
 */
const REGISTERED = 5

const files = listFiles(root)

/** Lines of the only file with this name in that part of the source, whichever room it is in. */
function linesOf(part, name) {
  const found = files.filter((file) => file.startsWith(`src/${part}/`) && basename(file) === name)
  if (found.length !== 1) throw new Error(`${name} is not in src/${part} once: correct the list of entities`)
  return readFileSync(join(root, found[0]), 'utf8').trimEnd().split('\n').length
}
const sum = (part, names) => names.reduce((total, name) => total + linesOf(part, name), 0)

/** The table as Markdown. */
export function entityTable() {
  const rows = ENTITIES.map(([name, contract, stores, pages]) => {
    const parts = [linesOf('contract', `${contract}.ts`), sum('server', stores), sum('web', pages)]
    const all = parts.reduce((total, lines) => total + lines, REGISTERED)
    return `| ${[name, ...parts.map((lines) => lines || ''), all].join(' | ')} |`.replaceAll('|  |', '| |')
  })
  return ['| entity | contract | store | page | in all |', '|---|---|---|---|---|', ...rows].join('\n')
}
