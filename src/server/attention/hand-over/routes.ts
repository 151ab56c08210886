import { HAND_OVER_PATH, handOverInput, handOvers } from '#contract/attention/hand-over.ts'
import { envelope } from '#contract/lib/envelope.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import type { Services } from '#server/services.ts'
import { handOverQueue, listHandOvers, takeBack } from './hand-over.ts'

const url = `/${HAND_OVER_PATH}`
const schema = { tags: ['Attention'], response: { 200: envelope(handOvers) } }

export function handOverRoutes(app: App, services: Services): void {
  app.get(url, { schema }, async (request) => ok({ items: await request.read(listHandOvers) }))
  app.post(url, { schema: { ...schema, body: handOverInput } }, async (request) => {
    const input = { ...request.body, userId: sessionOf(request).userId }
    return ok({ items: await run(request, services, handOverQueue, input) })
  })
  app.delete(url, { schema }, async (request) =>
    ok({ items: await run(request, services, takeBack, { userId: sessionOf(request).userId }) }),
  )
}
