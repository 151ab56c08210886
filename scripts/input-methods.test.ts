import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/project.mjs'
import { isCode, listFiles } from './lib/read-house.mjs'

/** The file that leaves keys to an input method, and asks for all others. */
const KEEPER = 'src/web/lib/browser/input-methods.ts'

/**
 * Ways to hear a key that the keeper does not hear first: other events of keys, keys of another window, and keys that a page of the
 * server listens to.
 */
const PAST_IT: [pattern: RegExp, of: (file: string) => boolean][] = [
  [/\bonKey(Up|Press)|['"`]key(up|press)['"`]/, (file) => file.startsWith('src/web/')],
  [
    /(content(Window|Document)\w*|getDoc\(\)|getWin\(\)|getBody\(\))\W*\.(addEventListener|on)\w*\(?\W*key/i,
    () => true,
  ],
  [/\.on\(\s*['"`]key/, () => true],
  [
    /\bonkey(down|up|press)|['"`]key(down|up|press)['"`]/i,
    (file) => file.startsWith('src/server/') || file.startsWith('src/web/public/'),
  ],
]

/** What files do past the keeper, or in its place. */
function offences(files: Iterable<readonly [file: string, text: string]>): string[] {
  return [...files].flatMap(([file, text]) => [
    ...PAST_IT.flatMap(([pattern, of]) =>
      of(file) && pattern.test(text) ? [`${file}: ${pattern.exec(text)?.[0]}`] : [],
    ),
    ...(file !== KEEPER && file.startsWith('src/web/') && /\bisComposing\b|\bkeyCode\b|\.which\b/.test(text)
      ? [`${file}: asks for itself`]
      : []),
  ])
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('the app leaves keys to input methods before anything of it listens', () => {
  const main = read('src/web/main.tsx')
  const body = main.slice(main.lastIndexOf('\nimport '))
  expect(body.slice(body.indexOf('\n\n')).trim()).toMatch(/^keepKeysOfInputMethods\(\)\n/)
})

test('no file of the product hears keys that belong to an input method', () => {
  const product = listFiles(root).filter(
    (file: string) =>
      /^src\/(web|server)\//.test(file) &&
      (isCode(file) || file.endsWith('.js')) &&
      !/\.(test|fixture)\./.test(file) &&
      !file.startsWith('src/web/test/'),
  )
  expect(product.filter((file: string) => /onKeyDown|'keydown'/.test(read(file))).length).toBeGreaterThan(10)
  expect(offences(product.map((file: string) => [file, read(file)] as const))).toEqual([])
})

test.each([
  ['src/web/a.tsx', '<input onKeyUp={send} />'],
  ['src/web/a.ts', "window.addEventListener('keypress', send)"],
  ['src/web/a.ts', "frame.contentWindow?.addEventListener('keydown', send)"],
  ['src/web/a.ts', "editor.on('keydown', send)"],
  ['src/web/a.ts', 'if (event.nativeEvent.isComposing) return'],
  ['src/web/public/a.js', "document.addEventListener('keydown', send)"],
  ['src/server/site/a.ts', '<input onkeydown="send()">'],
])('%s with %s is found', (file, text) => {
  expect(offences([[file, text]])).not.toEqual([])
})
