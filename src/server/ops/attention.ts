import { rebuildItems } from '#server/attention/keep-items.ts'
import { grouped, readRebuild, runCommand } from './run-command.ts'

const USAGE = 'npm run attention -- rebuild    rebuilds the queue from the orders; Quayside may keep running'

await runCommand(USAGE, readRebuild, async (db) => {
  const { orders, opened, closed, open } = await rebuildItems(db)
  return `Checked ${grouped(orders)} orders: ${grouped(opened)} items opened, ${grouped(closed)} closed. ${grouped(open)} are open.`
})
