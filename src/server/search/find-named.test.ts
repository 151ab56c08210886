import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FOUND_KINDS } from '#contract/search/search.ts'

const SQL = readFileSync(new URL('sql/named-records.sql', import.meta.url), 'utf8')

test('each kind that the box finds by name has triggers that keep its names', () => {
  const named = FOUND_KINDS.filter((kind) => !['order', 'client', 'offer', 'sailing'].includes(kind))
  const [kept, forgotten] = ['keep_named_record', 'forget_named_records'].map((name) =>
    [...SQL.matchAll(new RegExp(`execute function ${name}\\('(\\w+)'`, 'g'))].map(([, kind]) => kind).sort(),
  )
  expect(kept).toEqual([...named].sort())
  expect(forgotten).toEqual([...named].sort())
})
