import { expect, test } from 'vitest'
import { showsChange } from './refresh-changed.ts'

/** The kinds of query keys that show a change of these records. */
const shown = (change: { entity: string; ids?: number[]; orderIds?: number[] }, keys: Record<string, unknown[]>) =>
  Object.entries(keys).flatMap(([name, key]) => (showsChange(key, { ids: [], orderIds: [], ...change }) ? [name] : []))

const KEYS = {
  order: ['orders', 'one', 7],
  history: ['orders', 'history', 7],
  'its mails': ['orders', 'mails', 7],
  'its queue': ['orders', 'attention', 7],
  notes: ['notes', 7, 50],
  'another order': ['orders', 'one', 8],
  'a preview': ['orders', 'event-preview', 7, null, {}],
  'list of orders': ['orders', 'list', {}, {}],
  'one mail': ['mail-log', 'one', 3],
  'mails not sent': ['mail-log', 'failed', ''],
  counts: ['attention', 'counts'],
  bell: ['notifications', 'unread'],
  'a run': ['runs', '5'],
  views: ['views', 'orders'],
  'rows of views': ['views', 'counts', '3,4'],
  sailing: ['sailings', 'one', 9],
  'cargo of a sailing': ['sailings', 'orders', 9, null],
  'a template in its editor': ['templates', 'mails', 'one', 4],
}

test('an order refreshes what its page shows, and no preview of typed text', () => {
  expect(shown({ entity: 'orders', ids: [7], orderIds: [7] }, KEYS)).toEqual([
    ...['order', 'history', 'its mails', 'its queue', 'notes', 'rows of views'],
  ])
})

test('a list is not read again as a whole: its rows would move', () => {
  expect(shown({ entity: 'orders', ids: [7], orderIds: [7] }, { list: ['orders', 'list', {}, {}] })).toEqual([])
})

test('a delivered mail refreshes the mail, the numbers beside it, and its order', () => {
  expect(shown({ entity: 'mails', ids: [3], orderIds: [8] }, KEYS)).toEqual([
    'another order',
    'one mail',
    'mails not sent',
    'rows of views',
  ])
})

test('the queue refreshes its counts, the bell itself, and a run its progress', () => {
  expect(shown({ entity: 'attention', ids: [1] }, KEYS)).toEqual(['counts'])
  expect(shown({ entity: 'notifications', ids: [1] }, KEYS)).toEqual(['bell'])
  expect(shown({ entity: 'runs', ids: [5] }, KEYS)).toEqual(['a run'])
  expect(shown({ entity: 'runs', ids: [6] }, KEYS)).toEqual([])
})

test('a sailing refreshes itself and its cargo', () => {
  expect(shown({ entity: 'sailings', ids: [9] }, KEYS)).toEqual(['rows of views', 'sailing', 'cargo of a sailing'])
})

test('a view that a colleague saved refreshes the views and their rows', () => {
  expect(shown({ entity: 'views', ids: [3] }, KEYS)).toEqual(['views', 'rows of views'])
})

test('a text in its editor stays as it was opened', () => {
  expect(shown({ entity: 'mailTemplates', ids: [4] }, KEYS)).toEqual([])
})

test('a record that no screen shows refreshes nothing', () => {
  expect(shown({ entity: 'sessions', ids: [7] }, KEYS)).toEqual([])
})
