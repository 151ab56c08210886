import { rebuildDays } from '#server/reports/keep-days.ts'
import { grouped, readRebuild, runCommand } from './run-command.ts'

const USAGE = 'npm run reports -- rebuild    counts the figures of all days again; Quayside may keep running'

await runCommand(USAGE, readRebuild, async (db) => {
  const days = await rebuildDays(db)
  return days === null
    ? 'Nothing was done: another instance is counting. Please try again in a minute.'
    : `Counted ${grouped(days)} days.`
})
