import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RESTORE_DAYS } from '#contract/clients/clients.ts'
import { DRAFT_DAYS } from '#contract/drafts/drafts.ts'
import { RETENTION, RETENTION_KEYS } from '#contract/system/retention.ts'
import { VIEW_TRASH_DAYS } from '#contract/views/views.ts'
import { ROWS_OF_CLIENT, TABLES_WITHOUT_WORDS } from '#server/accounts/erase/every-column.fixture.ts'
import { root } from './lib/project.mjs'

const page = readFileSync(join(root, 'docs/privacy.md'), 'utf8')
const rows = page
  .slice(page.indexOf('## What, why'), page.indexOf('## Rights'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()))
const named = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

test('the page names every table that holds words of a client, and no table that does not exist', () => {
  const tables = new Set(rows.flatMap(([, , , , cell]) => named(cell)))
  // Vessels, voyages and notes of a sailing are about everybody on it.
  const personal = Object.keys(ROWS_OF_CLIENT).filter((table) => table !== 'sailings')
  expect(personal.filter((table) => !tables.has(table))).toEqual([])
  const known = new Set([...Object.keys(ROWS_OF_CLIENT), ...Object.keys(TABLES_WITHOUT_WORDS), 'loadings'])
  expect([...tables].filter((table) => !known.has(table))).toEqual([])
})

test('the page says of every class how long it is kept, as the settings do', () => {
  const kept = rows.flatMap(([, , , , , cell = '']) => [...cell.matchAll(/`(\w+Days)` \*\*(\d+)\*\*/g)])
  expect(Object.fromEntries(kept.map(([, key, days]) => [key, Number(days)]))).toEqual(
    Object.fromEntries(RETENTION_KEYS.map((key) => [key, RETENTION[key].usual])),
  )
  expect([RESTORE_DAYS, VIEW_TRASH_DAYS, DRAFT_DAYS]).toEqual([30, 30, 14])
})

test('every row of the page has a class, a reason, a time and who sees it', () => {
  expect(rows.length).toBeGreaterThan(15)
  for (const [, data, kind, ...cells] of rows) {
    expect(['public', 'internal', 'personal', 'secret'], data).toContain(kind)
    for (const cell of cells.slice(0, 4)) expect(cell, data).not.toBe('')
  }
})
