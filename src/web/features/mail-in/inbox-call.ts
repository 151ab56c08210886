import { queryOptions } from '@tanstack/react-query'
import { listOf } from '#contract/lib/envelope.ts'
import { inboxes } from '#contract/mail-in/inboxes.ts'
import { MAIL_IN_PATH, type MailInPage, type MailInRow, mailInPage } from '#contract/mail-in/mail-in.ts'
import { request } from '#web/lib/api/api.ts'
import type { ListCall } from '#web/lib/list/list-call.ts'
import { listQuery } from '#web/lib/list/list-state.ts'
import { MAIL_IN } from './shared/mail-in.ts'
import { VIEWS, type ViewName } from './shared/views.ts'

/**
 * A view of the mail that came in, page by page, the newest first, with the counts of all views; of one owner, unless the
 * view has its own.
 */
export const inboxCall = (view: ViewName, owner?: string) => {
  const filters: Record<string, string> = { ...(owner === undefined ? {} : { owner }), ...VIEWS[view].filters }
  const query: ListCall<MailInRow>['query'] = (state) => ({ ...listQuery(state, {}), search: state.search, ...filters })
  return {
    key: MAIL_IN,
    filters,
    byDefault: { column: 'receivedAt', descending: true },
    query,
    read: (state, signal): Promise<MailInPage> => request(mailInPage, MAIL_IN_PATH, { query: query(state), signal }),
  } satisfies ListCall<MailInRow>
}

/** The mailboxes, for administrators. */
export const inboxesQuery = queryOptions({
  queryKey: [inboxes.key, 'of the inbox'],
  queryFn: async ({ signal }) =>
    (await request(listOf(inboxes.row), `${inboxes.path}/get_all`, { query: { page: 1, per_page: 50 }, signal })).items,
})

/** Whether any mail ever came in. */
export const anyMailQuery = queryOptions({
  queryKey: [...MAIL_IN, 'any'],
  queryFn: async ({ signal }) => {
    const some = (state?: string) =>
      request(mailInPage, MAIL_IN_PATH, { query: { page: 1, per_page: 1, state }, signal })
    const [shown, ignored] = await Promise.all([some(), some('ignored')])
    return shown.totalCount + ignored.totalCount > 0
  },
})
