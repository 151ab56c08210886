// `npm run entity-lines`: what a reference entity costs in lines, as the table of docs/development.md shows it.
import { entityTable } from './lib/entity-lines.mjs'

process.stdout.write(`${entityTable()}\n`)
