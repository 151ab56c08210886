// This import comes first: from here on, signals are handled.
import './start/stopping.ts'
import { type Config, readConfig } from './config/config.ts'
import { startSmall } from './small-start.ts'
import { readEnvironment } from './start/environment.ts'
import { closeAll, stopping } from './start/stopping.ts'
import { whyNotStarted } from './start/why.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

const { started } = startSmall()
let config: Config | undefined
try {
  config = readConfig(readEnvironment(process.env, say))
  const { run } = await import('./run.ts')
  await run(config, say)
  started()
} catch (error) {
  // Errors while everything is being closed do not matter: the process is about to end.
  if (!stopping.aborted) {
    await closeAll()
    say(whyNotStarted(error, config))
    process.exit(1)
  }
}
