import { describe, expect, test } from 'vitest'
import { changeListSearch, listQuery, listSearch, readListState } from './list-state.ts'

describe('list state', () => {
  test('invalid search params are dropped, the rest stay', () => {
    const search = listSearch.parse({ page: '-3', per_page: '77', sort: 'date;drop', search: 'ABCD' })
    expect(readListState(search)).toEqual({ page: 1, perPage: 10, sort: null, search: 'ABCD' })
  })

  test('address and state convert into each other', () => {
    const state = { page: 3, perPage: 50, sort: { column: 'date', descending: true }, search: 'AB' }
    const search = changeListSearch({}, state)
    expect(search).toEqual({ page: 3, per_page: 50, sort: 'date.desc', search: 'AB' })
    expect(readListState(listSearch.parse({ page: '3', per_page: '50', sort: 'date.desc', search: 'AB' }))).toEqual(
      state,
    )
  })

  test('defaults are left out, and any change but the page goes back to page 1', () => {
    expect(changeListSearch({ page: 7, per_page: 50 }, { perPage: 10 })).toEqual({})
    expect(changeListSearch({ page: 7 }, { page: 8 })).toEqual({ page: 8 })
  })

  test('a column that cannot be sorted by is not sent', () => {
    const state = { page: 2, perPage: 10, search: '', sort: { column: 'event', descending: false } }
    expect(listQuery(state, { id: 'created' })).toEqual({ page: 2, per_page: 10 })
    expect(listQuery({ ...state, sort: { column: 'id', descending: true } }, { id: 'created' })).toEqual({
      page: 2,
      per_page: 10,
      'order[created]': 'desc',
    })
  })
})

test("a size that is one person's own choice stays in the address, unless it is everybody's", () => {
  const own = { perPage: 50, own: true }
  expect(changeListSearch({}, { page: 2 }, own)).toMatchObject({ page: 2, per_page: 50 })
  expect(changeListSearch({}, { perPage: 10 }, own)).toMatchObject({ per_page: 10 })
  expect(changeListSearch({}, { page: 2 }, { perPage: 10, own: true })).toMatchObject({ per_page: undefined })
  expect(changeListSearch({}, { page: 2 }, { perPage: 50 })).toMatchObject({ per_page: undefined })
})
