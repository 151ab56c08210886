import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/project.mjs'
import { isCode, listFiles } from './lib/read-house.mjs'

/** Files that give Mantine's selects the behaviour that every select has. */
const WRAPPERS = ['src/web/ui/form/search-select.tsx', 'src/web/ui/form/suggest-field.tsx']

const SELECTS = /\b(?:Select|MultiSelect|Autocomplete|TagsInput|TreeSelect|PillsInput|Combobox|useCombobox)\b/
const IMPORTS = /import\s*\{([^}]*)\}\s*from\s*'@mantine\/core'/g

/** Selects of Mantine that a text imports; types are none. */
const selectsIn = (text: string) =>
  [...text.matchAll(IMPORTS)].flatMap(([, names = '']) =>
    names.split(',').filter((name) => !/^\s*type\s/.test(name) && SELECTS.test(name.trim())),
  )

test('every select is one of the wrappers: typing, Enter, Tab, Escape and input methods work in all of them', () => {
  const product = listFiles(root).filter(
    (file: string) => file.startsWith('src/web/') && isCode(file) && !/\.test\./.test(file),
  )
  const own = product.filter((file: string) => selectsIn(readFileSync(join(root, file), 'utf8')).length > 0)
  expect(own.toSorted()).toEqual(WRAPPERS)
})

test.each(["import { Button, Select } from '@mantine/core'", "import {\n  Combobox,\n} from '@mantine/core'"])(
  '%s is found',
  (text) => expect(selectsIn(text)).toHaveLength(1),
)
