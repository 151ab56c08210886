import { sailings } from '#contract/sailings/sailings.ts'
import { FULL_VOYAGE } from '#demo/bulk-sailings.ts'
import type { Path } from './lists.ts'
import { pageOfIds, read } from './read.ts'

const PER_PAGE = 10

/** The sailing with 200 orders. */
export async function fullSailing(base: string, token: string): Promise<number> {
  const [found] = (await read(`${base}/api/sailing?search=${FULL_VOYAGE}`, token, pageOfIds)).items
  if (!found) throw new Error('There is no sailing with 200 orders')
  return found.id
}

/**
 * Calls of the sailing screens: the list in every sort, and a sailing of 200 orders with the orders that
 * could go with it.
 */
export async function sailingPaths(base: string, token: string): Promise<Path[]> {
  const id = await fullSailing(base, token)
  const sorts = sailings.sortable.map((key) => ({
    name: `sailings by ${key}, first page`,
    path: `sailing?per_page=${PER_PAGE}&order[${key}]=desc`,
  }))
  const paths = [
    {
      name: 'sailings not departed, the next cut-off first',
      path: `sailing?per_page=${PER_PAGE}&status=planned&status=closed&order[nextCutOffAt]=asc`,
    },
    ...sorts,
    { name: 'sailings, a search', path: `sailing?per_page=${PER_PAGE}&search=777` },
    { name: 'one sailing with 200 orders', path: `sailing/${id}` },
    { name: 'its orders, all of them', path: `sailing/${id}/orders?per_page=1000` },
    { name: 'its containers', path: `container?sailingId=${id}&per_page=100` },
    { name: 'candidates', path: `sailing/candidates?sailingId=${id}` },
    { name: 'candidates, a company', path: `sailing/candidates?sailingId=${id}&search=okafor` },
    {
      name: 'candidates, a search that finds nothing',
      path: `sailing/candidates?sailingId=${id}&search=nobody+at+all`,
    },
  ]
  return paths.map(({ name, path }) => ({ name, path: `/api/${path}` }))
}
