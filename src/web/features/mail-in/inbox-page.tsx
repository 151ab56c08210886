import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { anyMailQuery, inboxCall, inboxesQuery } from './inbox-call.ts'
import { MailList } from './mail-list.tsx'
import { FailingMailboxes, NoMailbox } from './no-mail.tsx'
import { OrderPane } from './order-pane.tsx'
import classes from './shared/inbox.module.css'
import { useInboxSearch } from './shared/inbox-search.ts'
import { ThreadPane } from './thread-pane.tsx'

/** The list, the thread of the mail that is open, and its order. */
export function InboxPage() {
  const { view, owner, mail, facts, change } = useInboxSearch()
  const list = useList(inboxCall(view, owner), { base: { perPage: 50 } })
  const rows = list.page?.items
  const step = (by: 1 | -1) => {
    if (!rows || rows.length === 0) return
    const at = rows.findIndex(({ id }) => id === mail)
    const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))
    const row = rows[next]
    if (!row) return
    change({ mail: row.id }, { replace: mail !== undefined })
    document.querySelector(`[data-row="${row.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const isOpen = mail !== undefined
  usePageActions([
    { keys: 'j', label: 'Next mail', move: true, run: () => step(1) },
    { keys: 'k', label: 'Previous mail', move: true, run: () => step(-1) },
  ])
  const start = useStart(rows?.length === 0)
  if (start === 'nothing')
    return (
      <Page>
        <PageTitle title="Inbox" />
        <NoMailbox />
      </Page>
    )
  if (start === null)
    return (
      <Page fill>
        <PageTitle title="Inbox" />
        <LoadingBlock height={420} />
      </Page>
    )
  return (
    <Page fill>
      <PageTitle title="Inbox">
        <div className={classes.ofList} data-open={isOpen || undefined}>
          <TextSearch
            label="Search mail"
            placeholder="Subject, text or address"
            value={list.state.search}
            onChange={list.searchFor}
          />
        </div>
      </PageTitle>
      <div className={classes.ofList} data-open={isOpen || undefined}>
        <FailingMailboxes />
      </div>
      <div className={classes.panes} data-open={isOpen || undefined} data-facts={facts || undefined}>
        <section className={`${classes.pane} ${classes.list}`} aria-label="Mail">
          <MailList list={list} view={view} open={mail} />
        </section>
        {mail === undefined ? (
          <section className={`${classes.pane} ${classes.thread}`} aria-label="Thread">
            <EmptyState icon={IconMail} title="No mail is open">
              Choose one, or press j.
            </EmptyState>
          </section>
        ) : (
          <ThreadPane key={mail} id={mail} />
        )}
        <section className={`${classes.pane} ${classes.facts}`} aria-label="Order of the mail">
          {mail !== undefined && <OrderPane key={mail} id={mail} />}
        </section>
      </div>
    </Page>
  )
}

/**
 * Whether there is something to show: 'nothing' without a mailbox and any mail, null until it is known. Only administrators
 * see mailboxes, whose notices are known with them, so that nothing moves.
 */
function useStart(empty: boolean): 'mail' | 'nothing' | null {
  const admin = useIsAdmin()
  const boxes = useQuery({ ...inboxesQuery, enabled: admin })
  const mayBeNothing = empty && (!admin || boxes.data?.length === 0)
  const any = useQuery({ ...anyMailQuery, enabled: mayBeNothing })
  if ((admin && boxes.isPending) || (mayBeNothing && any.isPending)) return null
  return mayBeNothing && any.data === false ? 'nothing' : 'mail'
}
