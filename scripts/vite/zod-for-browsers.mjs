import { readFile } from 'node:fs/promises'

/**
 * Zod's files that no screen needs: those that describe a schema as JSON Schema, which the server does for
 * the API's description, and the one that follows cycles in the data, which JSON cannot have.
 */
const FILES = /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema|memoizer)\.js$/
const EXPORTS = /^export (?:const|function|class) ([\w$]+)/gm
const RENAMED = /^export \{ \w+ as (\w+) \};$/gm

const namesOf = (text) => [EXPORTS, RENAMED].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name))

/**
 * Methods of JSON Schema are made when a schema's standard properties are read; only a call of such a method
 * is refused.
 */
const REFUSED = `function refuse() { throw new Error('JSON Schema is only made on the server') }
const absent = () => refuse`
/** Zod works without a memoizer, as its small edition does. */
const NONE = 'const absent = () => undefined'

/**
 * Leaves out of the browser's code what only servers need of Zod: six kilobytes of the first screen.
 * @returns {import('vite').Plugin}
 */
export const zodForBrowsers = () => ({
  name: 'zod-for-browsers',
  enforce: 'pre',
  load: {
    filter: { id: FILES },
    async handler(id) {
      const names = namesOf(await readFile(id, 'utf8'))
      if (names.length === 0) throw new Error(`${id} exports nothing: has Zod changed?`)
      const exports = names.map((name) => `absent as ${name}`).join(', ')
      return `${id.includes('memoizer') ? NONE : REFUSED}\nexport { ${exports} }`
    },
  },
})
