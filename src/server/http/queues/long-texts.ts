import type { App } from '#server/http/app-types.ts'
import { createTurns } from './turns.ts'

/** Characters of a text that is cleaned in no time. */
const SHORT = 1_000

const hasLongText = (body: unknown) =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body).some((value) => typeof value === 'string' && value.length > SHORT)

/**
 * Lets calls that send a long text take turns, a few at a time and one for each waiting person. Cleaning or
 * rendering takes up to a second, for which a save holds a connection to the database: one sender of many
 * would leave nobody else any. Beyond a hundred waiting calls, those of the busiest sender get 503 first.
 * Register before the routes.
 */
export function takeLongTextsInTurn(app: App): void {
  const inTurn = createTurns({ atOnce: 4, waiting: 100 })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const answer = async () => handler.call(this, request, reply)
      return request.session && hasLongText(request.body) ? inTurn(request.session.userId, answer) : answer()
    }
  })
}
