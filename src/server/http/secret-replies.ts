import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SECRET_FORMAT } from '#contract/lib/secret-texts.ts'

const known = new WeakMap<z.ZodType, boolean>()

/** Whether a reply of this schema may contain a secret, at any depth. */
function mayHaveSecret(schema: z.ZodType): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  let has = false
  // The conversion visits every part of the schema.
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      has ||= jsonSchema.format === SECRET_FORMAT
    },
  })
  known.set(schema, has)
  return has
}

/** Whether the replies of the called route may contain a secret, by their schemas. */
export const repliesWithSecret = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean =>
  Object.values(Object(routeOptions.schema?.response)).some(
    (schema) => schema instanceof z.ZodType && mayHaveSecret(schema),
  )
