import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { completeReleaseInput, release, releaseInput } from '#contract/releases/releases.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { patchValidatorCompiler } from '#server/http/validation.ts'
import { requireOrder } from '#server/orders/lock-order.ts'
import type { Services } from '#server/services.ts'
import { changeRelease, completeRelease, readRelease } from './releases.ts'

const tags = ['Releases']
const params = z.object({ id: pathId })
const response = { 200: envelope(release) }
const BASE = '/request/booking/:id/release'

export function releaseRoutes(app: App, services: Services): void {
  app.get(BASE, { schema: { tags, params, response } }, async (request) => {
    const { id } = request.params
    return ok(
      await request.read(async (db) => {
        await requireOrder(db, id)
        return readRelease(db, id)
      }),
    )
  })
  app.put(
    BASE,
    { schema: { tags, params, body: releaseInput, response }, validatorCompiler: patchValidatorCompiler },
    async (request) =>
      ok(await run(request, services, changeRelease, { orderId: Number(request.params.id), sent: request.body })),
  )
  app.post(
    `${BASE}/complete`,
    { config: { once: true }, schema: { tags, params, body: completeReleaseInput, response } },
    async (request) =>
      ok(await run(request, services, completeRelease, { ...request.body, orderId: request.params.id })),
  )
}
