import { expect, test } from 'vitest'
import { deadCitations, roomCycles, strayNouns, upwardImports } from './lib/read-house.mjs'

const root = process.cwd()

test('imports only point down: to the same band, one below it or the contract; doors are opened by the app alone', () => {
  expect(upwardImports(root)).toEqual([])
})

test('no rooms import each other in a circle', () => {
  expect(roomCycles(root)).toEqual([])
})

test('rooms without nouns import and export no noun of the business', () => {
  expect(strayNouns(root)).toEqual([])
})

test('every decision page that is cited exists', () => {
  expect(deadCitations(root)).toEqual([])
})
