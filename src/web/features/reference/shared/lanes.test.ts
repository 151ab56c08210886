import { expect, test } from 'vitest'
import type { Location } from '#contract/reference/locations.ts'
import { pickUpChoices } from './lanes.ts'

const location = (id: number, [city, code]: [string, string], depot: string): Location => ({
  id,
  cityId: id,
  city: { id, name: city, code },
  depotId: id,
  depot: { id, name: depot },
  visibility: true,
  precarFixed: 0,
  precarVar: 0,
  precarVarMin: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const namesOf = (rows: Location[]) => pickUpChoices(rows).map(({ name }) => name)
const foshan: [string, string] = ['Foshan', 'CNFOS']
const dongguan: [string, string] = ['Dongguan', 'CNDGG']

test('pick-up locations are named and sorted by city', () => {
  expect(namesOf([location(1, foshan, 'Nansha CFS'), location(2, dongguan, 'Yantian CFS')])).toEqual([
    'Dongguan',
    'Foshan',
  ])
})

test('two pick-up locations in one city also show their depots', () => {
  const rows = [
    location(1, dongguan, 'Yantian CFS'),
    location(2, foshan, 'Nansha CFS'),
    location(3, dongguan, 'Nansha CFS'),
  ]
  expect(pickUpChoices(rows)).toEqual([
    { id: 3, name: 'Dongguan · Nansha CFS' },
    { id: 1, name: 'Dongguan · Yantian CFS' },
    { id: 2, name: 'Foshan' },
  ])
})

test('two cities of the same name and depot also show their codes', () => {
  const rows = [location(1, ['Suzhou', 'CNSZH'], 'Shanghai CFS'), location(2, ['Suzhou', 'CNSUH'], 'Shanghai CFS')]
  expect(namesOf(rows)).toEqual(['Suzhou (CNSUH) · Shanghai CFS', 'Suzhou (CNSZH) · Shanghai CFS'])
})
