import { expect, test } from 'vitest'
import { crowdedFolders, deadCitations, strayNouns, upwardImports } from './lib/read-house.mjs'

const root = process.cwd()

test('imports lead down: to its own room, a lower floor or the contract', () => {
  expect(upwardImports(root)).toEqual([])
})

test('rooms without nouns import and export no noun of the business', () => {
  expect(strayNouns(root)).toEqual([])
})

test('no folder has more than 20 files', () => {
  expect(crowdedFolders(root)).toEqual([])
})

test('a decision is cited by a page that exists', () => {
  expect(deadCitations(root)).toEqual([])
})
