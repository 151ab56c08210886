// `npm run entity-lines`: what a reference entity costs in lines, both sides counted, as the table of docs/development.md.
import { entityTable } from './lib/entity-lines.mjs'

process.stdout.write(`${entityTable()}\n`)
