import { describe, expect, test } from 'vitest'
import type { View, ViewDefinition } from '#contract/views/view.ts'
import { firstView } from './first-view.ts'
import { addressOf, emptyDefinition, viewedAt, withoutView } from './viewed.ts'

const definition: ViewDefinition = {
  ...emptyDefinition('orders'),
  filters: { status: 'is:0', company: 'has:acme' },
  sort: [{ field: 'company', direction: 'asc' }],
  columns: emptyDefinition('orders').columns.map((column) => ({ ...column, shown: column.id === 'trackingCode' })),
  perPage: 50,
}

const view: View = {
  id: 12,
  list: 'orders',
  name: 'Acme',
  ownerId: 1,
  owner: { id: 1, name: 'Marta' },
  shared: true,
  definition,
  editable: true,
  pinned: false,
  position: 0,
  isDefault: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  deletedAt: null,
}

/** The view at an address, whose values are texts, as the router reads them. */
function at(address: string, views: readonly View[] = [view], last: string | null = null, usual = {}) {
  const shown = viewedAt('orders', { views, last }, Object.fromEntries(new URLSearchParams(address)), usual)
  if (!shown.viewed) throw new Error('There is always a view')
  return { ...shown, viewed: shown.viewed }
}

/** The address after a change, as the router writes it. */
const written = (search: object) =>
  Object.entries(search)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
const changed = (address: string, change: Partial<ViewDefinition>) => {
  const { viewed } = at(address)
  return written(addressOf(viewed, { ...viewed.definition, ...change }))
}

describe('an address', () => {
  test('without a view shows its filters', () => {
    const { filters, viewed, columns } = at('f.status=in:0,2&f.eta=next:7d')
    expect(filters).toEqual({ 'f.status': 'in:0,2', 'f.eta': 'next:7d' })
    expect({ name: viewed.builtIn?.name, changed: viewed.changed, columns }).toEqual({
      name: 'All',
      changed: true,
      columns: undefined,
    })
  })

  test('of a view shows all that was saved, and nothing has changed', () => {
    const { filters, base, columns, viewed } = at('view=12')
    expect(filters).toEqual({ 'f.status': 'is:0', 'f.company': 'has:acme' })
    expect(base).toEqual({ perPage: 50, search: '', sort: { column: 'company', descending: false } })
    expect(columns).toEqual(['trackingCode'])
    expect(viewed.changed).toBe(false)
  })

  test.each([
    ['view=12&f.status=is:2', { 'f.status': 'is:2', 'f.company': 'has:acme' }],
    ['view=12&without=company', { 'f.status': 'is:0' }],
    ['view=12&without=company,status', {}],
  ])('%s changes the view, and says so', (address, filters) => {
    const shown = at(address)
    expect(shown.filters).toEqual(filters)
    expect(shown.viewed.changed).toBe(true)
  })

  test.each(['view=12&sort=status.desc', 'view=12&per_page=10', 'view=12&search=AB', 'view=12&columns=status,id'])(
    '%s changes the view too',
    (address) => expect(at(address).viewed.changed).toBe(true),
  )

  test.each(['mine', 'in-progress', 'attention'])('view=%s is built in', (key) => {
    const { viewed, filters } = at(`view=${key}`)
    expect({ changed: viewed.changed, filters: Object.keys(filters).length }).toEqual({ changed: false, filters: 1 })
  })

  test('a built-in view has the columns and the row height that a person has chosen, and others in the address only', () => {
    const columns = emptyDefinition('orders').columns.map(({ id }) => ({ id, shown: id === 'id' || id === 'event' }))
    const usual = { columns, density: 'compact' as const }
    const plain = at('view=mine', [], null, usual)
    expect([plain.columns, plain.density, plain.viewed.changed]).toEqual([undefined, undefined, false])
    const price = columns.map((column) => (column.id === 'price' ? { ...column, shown: true } : column))
    const address = written(addressOf(plain.viewed, { ...plain.viewed.definition, columns: price }))
    expect(address).toBe('view=mine&columns=id,event,price')
    const shown = at(address, [], null, usual)
    expect([shown.columns, shown.density, shown.viewed.changed]).toEqual([['id', 'event', 'price'], undefined, true])
    expect(written(addressOf(shown.viewed, { ...shown.viewed.definition, columns }))).toBe('view=mine')
    expect(at('view=mine&density=normal', [], null, usual)).toMatchObject({
      density: 'normal',
      viewed: { changed: false },
    })
  })

  test('a field or a value that does not exist is left out, and named', () => {
    const { filters, viewed } = at('f.colour=is:red&f.status=is:9&f.volume=more:2')
    expect(filters).toEqual({ 'f.volume': 'more:2' })
    expect(viewed.dropped.map(({ name }) => name)).toEqual(['colour', 'status'])
  })

  test('of a deleted view opens its filters, if the link has them, and says so', () => {
    const { filters, viewed } = at('view=99&f.status=is:0')
    expect({ filters, gone: viewed.gone }).toEqual({ filters: { 'f.status': 'is:0' }, gone: true })
    expect(at('view=99').filters).toEqual({})
  })

  test('codes are read in any form; texts that are none are named', () => {
    const { filters, viewed } = at('codes=abcd-1234-5678,ABCD12345678 WXYZ00001111;hello')
    expect(filters).toEqual({ codes: 'ABCD12345678,WXYZ00001111' })
    expect(viewed.notCodes).toEqual(['hello'])
  })

  test('with ids shows these orders, 200 at most; no view keeps them', () => {
    const { filters, viewed } = at('ids=7,8,7,0,-1,1.5,x&unknown=NOPE00000001,PO7')
    expect(filters).toEqual({ ids: '7,8' })
    expect({ ids: viewed.ids, unknown: viewed.notCodes, changed: viewed.changed }).toEqual({
      ids: [7, 8],
      unknown: ['NOPE00000001', 'PO7'],
      changed: false,
    })
    expect(changed('ids=7,8', { perPage: 50 })).toBe('per_page=50')
    const most = Array.from({ length: 201 }, (_, n) => n + 1)
    expect(at(`ids=${most}`).viewed.ids).toEqual(most.slice(0, 200))
    expect(at('ids=x').filters).toEqual({})
  })

  test('names unknown codes beside those of a list', () => {
    expect(at('codes=ABCD12345678,hello&unknown=NOPE00000001').viewed.notCodes).toEqual(['hello', 'NOPE00000001'])
  })
})

describe('a change', () => {
  test('puts only the difference into the address, and goes back to page 1', () => {
    expect(changed('view=12&page=4', { filters: { ...definition.filters, volume: 'more:2' } })).toBe(
      'view=12&f.volume=more:2',
    )
    expect(changed('view=12', { filters: { status: 'is:0' } })).toBe('view=12&without=company')
    expect(changed('view=12', { perPage: 10, search: 'AB' })).toBe('view=12&search=AB&per_page=10')
    expect(changed('view=12', { density: 'compact' })).toBe('view=12&density=compact')
  })

  test('that is taken back leaves the address of the view', () => {
    expect(changed('view=12&without=company&f.volume=more:2&per_page=10', definition)).toBe('view=12')
  })

  test('a removed filter stays removed after a reload', () => {
    const address = changed('view=12', { filters: { company: 'has:acme' } })
    expect(at(address).filters).toEqual({ 'f.company': 'has:acme' })
    expect(at(address).viewed.changed).toBe(true)
  })

  test('every difference can be read again from the address', () => {
    const next: ViewDefinition = {
      ...definition,
      filters: { status: 'in:1,2', origin: 'has:100%25%2C x' },
      sort: [{ field: 'volume', direction: 'desc' }],
      columns: definition.columns.toReversed().map(({ id }) => ({ id, shown: id !== 'id' })),
      density: 'compact',
      codes: ['ABCD12345678'],
    }
    const { viewed } = at('view=12')
    const search = Object.entries(addressOf(viewed, next)).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    )
    const again = viewedAt('orders', { views: [view], last: null }, Object.fromEntries(search)).viewed?.definition
    expect(again).toEqual(next)
  })

  test('a whole link opens the same definition without the view', () => {
    const { viewed } = at('view=12')
    const whole = written(addressOf(viewed, definition, emptyDefinition('orders')))
    expect(at(whole).viewed).toMatchObject({ changed: false, gone: false })
    expect(at(whole, []).viewed).toMatchObject({ gone: true, definition: { filters: definition.filters } })
  })

  test('the whole list is named where a bare address would open another view', () => {
    const { viewed } = at('f.status=is:0', [{ ...view, isDefault: true }])
    expect(written(addressOf(viewed, emptyDefinition('orders')))).toBe('view=all')
    const { viewed: beside } = at('f.status=is:0', [view], 'mine')
    expect(written(addressOf(beside, emptyDefinition('orders')))).toBe('view=all')
    expect(changed('f.status=is:0', { filters: {} })).toBe('')
  })

  test('taking the view out of an address leaves what else is open', () => {
    expect(withoutView({ view: '12', 'f.x': 'is:1', without: 'a', event: '7', page: 2, tab: 'main' })).toEqual({
      event: '7',
      tab: 'main',
    })
  })
})

describe('the view that a bare address opens', () => {
  const usual = { ...view, id: 13, isDefault: true }

  test('is the default, else the one that was opened last', () => {
    expect(firstView('orders', { views: [view, usual], last: '12' })).toBe(13)
    expect(firstView('orders', { views: [view], last: '12' })).toBe(12)
    expect(firstView('orders', { views: [view], last: 'mine' })).toBe('mine')
  })

  test('is the whole list if nothing was opened yet, All was, or the view is gone', () => {
    for (const last of [null, 'all', '99', 'yours'])
      expect(firstView('orders', { views: [view], last })).toBeUndefined()
  })
})
