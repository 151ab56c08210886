import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Client, client } from '#contract/clients/clients.ts'
import { listOf } from '#contract/lib/envelope.ts'
import { clientQuery } from '#web/features/clients/shared/clients.ts'
import { request } from '#web/lib/api/api.ts'
import { CHOICES } from '#web/lib/api/query-client.ts'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import type { InputProps } from '#web/ui/resource/fields.tsx'

const OFFERED = 50

const offeredQuery = (search: string) =>
  queryOptions({
    queryKey: [CHOICES, 'clients', 'offered', search],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: OFFERED, search }
      return (await request(listOf(client), 'admin/user', { query, signal })).items
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

const labelOf = ({ username, companyName }: Client) => [companyName, username].filter(Boolean).join(' · ')

interface ClientSelectProps {
  input: InputProps
  /** Called with the client who is chosen. */
  onChosen: (client: Client | null) => void
}

/** Chooses a client by name, company, email or phone. */
export function ClientSelect({ input, onChosen }: ClientSelectProps) {
  const [search, setSearch] = useState('')
  const chosen = Number(input.value) || 0
  const { data = [], isFetching } = useQuery(offeredQuery(search))
  const known = useQuery({ ...clientQuery(chosen), enabled: chosen > 0 }).data
  return (
    <SearchSelect
      {...input}
      description="Empty for somebody who is no client yet."
      placeholder="Search by name, company or email"
      clearable
      value={chosen > 0 ? String(chosen) : null}
      chosen={known ? labelOf(known) : ''}
      onChange={(value) => {
        input.onChange(value === null ? null : Number(value))
        onChosen(data.find(({ id }) => String(id) === value) ?? null)
      }}
      data={data.map((row) => ({ value: String(row.id), label: labelOf(row) }))}
      onSearch={setSearch}
      searching={isFetching}
    />
  )
}
