import { envelope } from '#contract/lib/envelope.ts'
import { oneOf } from '#contract/lib/fields.ts'
import { notificationPage, readInput, readReply } from '#contract/notes/notifications.ts'
import type { App } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { listNotifications, markRead } from './read-notifications.ts'

const tags = ['Notes']
const unread = oneOf(['0', '1'], 'unread is 0 or 1').optional()

export function notificationRoutes(app: App, services: Services): void {
  app.get(
    '/notifications',
    {
      schema: {
        tags,
        querystring: listQuerystring({ searched: false, more: { unread } }),
        response: { 200: envelope(notificationPage) },
      },
    },
    async (request) => {
      const query = {
        ...parseListQuery(request.query, []),
        userId: sessionOf(request).userId,
        unread: unread.parse(request.query.unread) === '1',
      }
      return ok(await request.read((from) => listNotifications(from, query)))
    },
  )
  app.post(
    '/notifications/read',
    { schema: { tags, body: readInput, response: { 200: envelope(readReply) } } },
    async (request) =>
      ok(await run(request, services, markRead, { ...request.body, userId: sessionOf(request).userId })),
  )
}
