import { startEmbedded } from '#server/db/embedded/embedded.ts'

// Tests run this as a separate process: it starts the database in a folder, prints its address and waits to
// be killed.
const [folder = '', then] = process.argv.slice(2)
const { url, pid } = await startEmbedded(folder)
process.stdout.write(`${JSON.stringify({ url, pid })}\n`)
if (then === 'exit') process.exit(3)
setInterval(() => {}, 60_000)
