import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { constants, constantTrial } from '#contract/reference/constants.ts'
import { notFound } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { readConstants } from '#server/pricing/quote-constants.ts'
import { tryConstants } from '#server/pricing/sample-quotes.ts'
import type { Services } from '#server/services.ts'

/** Shows the effect of another value of a constant on sample quotes; saves nothing. */
export function constantTrialRoute(app: App, { db }: Services): void {
  app.post(
    `/${constants.path}/:id/sample_quotes`,
    {
      schema: {
        tags: [constants.name],
        params: z.object({ id: pathId }),
        body: constants.input,
        response: { 200: envelope(constantTrial) },
      },
    },
    async (request) => {
      const rows = await db.selectFrom('constants').select(['id', 'name', 'value']).execute()
      const { id } = request.params
      if (!rows.some((row) => row.id === id)) throw notFound(constants.name)
      const { value } = request.body
      const changed = rows.map((row) => (row.id === id ? { ...row, value } : row))
      return ok(tryConstants(readConstants(rows), readConstants(changed)))
    },
  )
}
