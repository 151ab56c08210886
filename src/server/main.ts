import { AlreadyRunningError } from '#server/db/embedded/embedded.ts'
import { ConfigError, readConfig } from './config.ts'
import { startSmall } from './small-start.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

const { grow } = startSmall()
try {
  const config = readConfig(process.env)
  const { run } = await import('./run.ts')
  await run(config, say)
  grow()
} catch (error) {
  if (error instanceof ConfigError) say(`Invalid settings:\n${error.message}`)
  else if (error instanceof AlreadyRunningError) say(error.message)
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    say('The port is in use by another program. Choose another one, for example: PORT=3001 npm start')
  } else if (error instanceof Error && error.message.startsWith('unsupported startup parameter')) {
    say('DATABASE_URL points to a pooler. Also set DATABASE_DIRECT_URL to the address of PostgreSQL itself.')
  } else say(`Quayside could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  process.exit(1)
}
