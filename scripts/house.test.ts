import { expect, test } from 'vitest'
import { deadCitations, strayNouns, upwardImports } from './lib/read-house.mjs'

const root = process.cwd()

test('imports only point down: to the same room, a lower floor or the contract', () => {
  expect(upwardImports(root)).toEqual([])
})

test('rooms without nouns import and export no noun of the business', () => {
  expect(strayNouns(root)).toEqual([])
})

test('every decision page that is cited exists', () => {
  expect(deadCitations(root)).toEqual([])
})
