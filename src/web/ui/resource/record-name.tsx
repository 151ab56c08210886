import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

interface RecordNameProps<Row extends z.ZodObject> {
  resource: Pick<Resource<Row>, 'key' | 'path' | 'row' | 'sortable'>
  labelOf: (row: z.output<Row>) => string
  id: unknown
}

/** The name of a record that is known only by its id. */
export function RecordName<Row extends z.ZodObject>({ resource, labelOf, id }: RecordNameProps<Row>) {
  const { data, isError } = useQuery({ ...resourceQueries<Row>(resource).get(Number(id)), enabled: Boolean(id) })
  if (!id) return EMPTY
  return data ? labelOf(data) : isError ? `No. ${id}` : '…'
}

interface OptionNamesProps {
  options: readonly { id: number; name: string }[]
  ids: unknown
}

/** The names of the options chosen from a short list. */
export const OptionNames = ({ options, ids }: OptionNamesProps) =>
  [ids]
    .flat()
    .map((id) => options.find((option) => option.id === id)?.name ?? `No. ${id}`)
    .join(', ')
