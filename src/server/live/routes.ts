import { envelope, nothing } from '#contract/lib/envelope.ts'
import { LIVE_PATH, PRESENCE_PATH, presenceInput } from '#contract/live/live.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { done } from '#server/http/reply.ts'
import type { Services } from '#server/services.ts'
import { createHub } from './hub.ts'
import { savePresence } from './presence.ts'
import { openStream } from './stream.ts'
import type { LiveTimes } from './times.ts'

const tags = ['Live']

export function liveRoutes(app: App, services: Services, times: LiveTimes & { lingerMs: number }): void {
  const { db } = services
  const { pingMs, heldBackMs, streamMs, lingerMs } = times
  const hub = createHub({ ...services, metrics: () => services.metrics, pingMs, heldBackMs })
  app.addHook('preClose', () => hub.stop())

  app.get(
    `/${LIVE_PATH}`,
    { config: { streams: true, documented: { download: ['text/event-stream'] } }, schema: { tags } },
    (request, reply) => {
      const { id: sessionId, userId } = sessionOf(request)
      const lastEventId = [request.headers['last-event-id']].flat()[0]
      hub.join(openStream(reply, { sessionId, userId, lastEventId, streamMs, lingerMs }, hub.leave))
    },
  )

  app.post(
    `/${PRESENCE_PATH}`,
    { config: { transient: true }, schema: { tags, body: presenceInput, response: { 200: envelope(nothing) } } },
    async (request) => {
      const { id: sessionId, userId } = sessionOf(request)
      await savePresence(db, { sessionId, userId }, request.body)
      return done()
    },
  )
}
