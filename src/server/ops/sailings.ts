import { parseArgs } from 'node:util'
import { backfillSailings } from '#server/sailings/backfill.ts'
import { runCommand } from './run-command.ts'

const USAGE = `npm run sailings -- backfill            shows which sailings existing booking confirmations would make
npm run sailings -- backfill --apply    makes them and loads their orders; Quayside may keep running`

const print = (text: string) => process.stdout.write(`${text}\n`)

function readBackfill() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { apply: { type: 'boolean' } } })
  return positionals.join(' ') === 'backfill' ? { apply: values.apply ?? false } : null
}

await runCommand(USAGE, readBackfill, (db, { apply }) => backfillSailings(db, { apply, say: print }))
