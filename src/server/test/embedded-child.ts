import { startEmbedded } from '#server/db/embedded/embedded.ts'

// Run by tests as a process of its own: starts the database on the given folder, says so, and waits to be killed.
const [folder = '', then] = process.argv.slice(2)
const { url, pid } = await startEmbedded(folder)
process.stdout.write(`${JSON.stringify({ url, pid })}\n`)
if (then === 'exit') process.exit(3)
setInterval(() => {}, 60_000)
