// `npm run entity-lines` prints how many lines a reference entity takes, as the table of docs/development.md
// shows it.
import { entityTable } from './lib/entity-lines.mjs'

process.stdout.write(`${entityTable()}\n`)
