import { expect, test } from 'vitest'
import { RESOURCES } from '#contract/api/resources.ts'
import { pageQuery } from '#web/lib/list/list-call.ts'
import { readListState } from '#web/lib/list/list-state.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { isOffered, keysOfEntity } from './entity-keys.ts'

const reference = RESOURCES.filter(
  ({ scope, key }) => scope === 'reference' && !['sailings', 'containers'].includes(key),
)

test.each(reference)('a change of $key by others goes to its list, and reloads the choices of forms', (resource) => {
  const [list] = pageQuery(resourceQueries(resource).list(), readListState({})).queryKey
  expect(keysOfEntity(resource.key)).toEqual([list])
  expect(isOffered(resource.key)).toBe(true)
})

test('a record that no form offers reloads no choices', () => {
  expect(['orders', 'documents', 'users', 'settings'].filter(isOffered)).toEqual([])
})
