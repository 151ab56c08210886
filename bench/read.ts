import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'

/** Data of a GET below /api/, checked by its schema; throws if the call was refused. */
export async function read<T extends z.ZodType>(url: string, token: string, schema: T): Promise<z.output<T>> {
  const reply = await fetch(url, { headers: { 'user-token': token } })
  return schema.parse(z.object({ data: z.unknown() }).parse(await reply.json()).data)
}

/** A page of records, reduced to their ids. */
export const pageOfIds = listOf(z.object({ id: z.int() }))
