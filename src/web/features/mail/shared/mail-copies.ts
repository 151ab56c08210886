import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { mailAddresses } from '#contract/reference/mail-addresses.ts'
import { request } from '#web/lib/api/api.ts'

/** The number of addresses with copies of every order mail; 0 until loaded, and if not `enabled`. */
export function useMailCopies({ enabled = true } = {}): number {
  const { data = 0 } = useQuery({
    queryKey: [mailAddresses.key, 'copies'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: MAX_PER_PAGE }
      const addresses = await request(z.array(mailAddresses.row), mailAddresses.path, { query, signal })
      return addresses.filter(({ send }) => send).length
    },
    staleTime: 60_000,
    enabled,
  })
  return data
}
