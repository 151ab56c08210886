import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deadCitations, fileCycles, roomCycles, strayNouns, upwardImports } from './lib/read-house.mjs'
import { withRules, withTable } from './lib/walls.mjs'

const root = process.cwd()

test('imports only point down: to the same band, one below it or the contract; doors are opened by the app alone', () => {
  expect(upwardImports(root)).toEqual([])
})

test('biome.json and CONTRIBUTING.md say the walls as lib/house.mjs does: npm run walls writes them', () => {
  const [biome, guide] = ['biome.json', 'CONTRIBUTING.md'].map((file) => readFileSync(file, 'utf8')) as [string, string]
  expect(JSON.parse(biome)).toEqual(JSON.parse(withRules(biome)))
  expect(guide).toBe(withTable(guide))
  expect(guide).toContain('| contract/lib |')
})

test('no rooms import each other in a circle', () => {
  expect(roomCycles(root)).toEqual([])
})

test('no files import each other in a circle, not even for a type', () => {
  expect(fileCycles(root)).toEqual([])
})

test('rooms without nouns import and export no noun of the business', () => {
  expect(strayNouns(root)).toEqual([])
})

test('every decision page that is cited exists', () => {
  expect(deadCitations(root)).toEqual([])
})
