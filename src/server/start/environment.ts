import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { changesBetween } from '#contract/lib/changes-between.ts'
import { fileSetting, SECRET_SETTINGS, SETTINGS } from '#server/config/config.ts'
import { errorCode, StartError } from '#server/errors.ts'

type Environment = Record<string, string | undefined>

const bare = (name: string) => name.toUpperCase().replaceAll(/[_-]/g, '')

/** The setting that a name probably meant. Short names need to be closer: HOME is not HOST. */
function meant(name: string): string | undefined {
  return SETTINGS.find((setting) => {
    if (bare(name) === bare(setting)) return true
    const close = setting.length > 6 ? 2 : 1
    return Math.abs(name.length - setting.length) <= close && changesBetween(name.toUpperCase(), setting) <= close
  })
}

/** A question for each name that is not a setting but resembles one. */
export function mistyped(names: readonly string[]): string[] {
  const unknown = names.filter((name) => !SETTINGS.includes(name))
  return unknown.flatMap((name) => {
    const setting = meant(name)
    return setting && !names.includes(setting) ? [`${name}: did you mean ${setting}?`] : []
  })
}

/** The file's variables; none if there is no file. Throws StartError if it cannot be read. */
function readFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EISDIR') return {}
    throw new StartError(`${path} cannot be read: ${errorCode(error)}`)
  }
}

/**
 * Secrets from the files that settings with _FILE name; a line end at the end of a file is not part of a
 * secret. Throws StartError.
 */
function readSecrets(env: Environment): Environment {
  const secrets: Environment = {}
  for (const name of SECRET_SETTINGS) {
    const setting = fileSetting(name)
    const path = env[setting]
    if (!path) continue
    if (env[name]) throw new StartError(`${name} and ${setting} are both set: keep one of them.`)
    try {
      secrets[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      throw new StartError(`${setting}: ${path} cannot be read: ${errorCode(error)}`)
    }
    if (secrets[name] === '') throw new StartError(`${setting}: ${path} is empty.`)
  }
  return secrets
}

/**
 * The environment, completed from the file `.env` where a variable is not set, with secrets from files of
 * their own. Names variables that look mistyped.
 */
export function readEnvironment(env: Environment, say: (text: string) => void, path = '.env'): Environment {
  const all = { ...readFile(path), ...env }
  for (const question of mistyped(Object.keys(all))) say(question)
  return { ...all, ...readSecrets(all) }
}
