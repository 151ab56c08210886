import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import type { MailIn, OrderMail } from '#contract/mail-in/mail-in.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Presence } from '#web/model/live/presence.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { ScrollRegion } from '#web/ui/page/scroll-region.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import { mailInLook } from './mail-words.ts'
import { MessageIn } from './message-in.tsx'
import { MessageOut } from './message-out.tsx'
import panes from './shared/inbox.module.css'
import { useInboxSearch } from './shared/inbox-search.ts'
import { mailInQuery, threadQuery } from './shared/mail-in.ts'
import classes from './shared/thread.module.css'
import { ThreadTools } from './thread-tools.tsx'

/** The form comes when somebody answers: it brings editors and files along. */
const ReplyForm = lazyPart(async () => (await import('./reply/reply-form.tsx')).ReplyForm)

/** The thread of a mail in both directions, what can be done with the mail, and the answer to it. */
export function ThreadPane({ id }: { id: number }) {
  const { reply, change } = useInboxSearch()
  const query = useQuery(mailInQuery(id))
  const thread = useQuery(threadQuery(id))
  const mail = query.data
  const fault = faultOf(mail ? null : query.error) ?? faultOf(thread.data ? null : thread.error)
  const answering = reply && mail !== undefined && mail.state !== 'ignored'
  return (
    <section className={`${panes.pane} ${panes.thread}`} aria-label="Thread">
      {fault && (
        <Fault
          {...fault}
          onRetry={() => {
            void query.refetch()
            void thread.refetch()
          }}
          retrying={query.isFetching || thread.isFetching}
        />
      )}
      {mail ? <Head mail={mail} answering={answering} /> : !fault && <LoadingBlock height={90} />}
      {mail && thread.data && <Messages mail={mail} thread={thread.data} />}
      {answering && (
        <PartBoundary>
          <Suspense fallback={<LoadingBlock height={240} />}>
            <ReplyForm key={id} mail={mail} onClose={() => change({ reply: undefined }, { replace: true })} />
          </Suspense>
        </PartBoundary>
      )}
    </section>
  )
}

function Head({ mail, answering }: { mail: MailIn; answering: boolean }) {
  const { dateTime } = useDates()
  const { id, subject, state, claimedBy, snoozedUntil } = mail
  return (
    <div className={classes.head}>
      <div className={classes.titleLine}>
        <h2 className={classes.title}>{subject || 'No subject'}</h2>
        <StatusBadge {...mailInLook(state)} />
      </div>
      <div className={classes.line}>
        {claimedBy && <span className={classes.dim}>{claimedBy.name} is on it</span>}
        {snoozedUntil && <span className={classes.dim}>Snoozed until {dateTime(snoozedUntil)}</span>}
        <Presence entity="mailIn" entityId={id} part={answering ? '' : null} verb="replying" />
      </div>
      <ThreadTools mail={mail} answering={answering} />
    </div>
  )
}

/** The mails of a thread, the oldest first; the one that was chosen is open. */
function Messages({ mail, thread }: { mail: MailIn; thread: readonly OrderMail[] }) {
  const list = useRef<HTMLOListElement>(null)
  const isKnown = thread.some(({ direction, id }) => direction === 'in' && id === mail.id)
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-mail="in ${mail.id}"]`)
    if (thread.length > 1) chosen?.scrollIntoView({ block: 'nearest' })
  }, [mail.id, thread.length])
  return (
    <ScrollRegion label="Mails of the thread" className={panes.scroll}>
      <ol ref={list} className={classes.messages}>
        {thread.map((each) =>
          each.direction === 'in' ? (
            <MessageIn key={`in ${each.id}`} row={each} chosen={each.id === mail.id} />
          ) : (
            <MessageOut key={`out ${each.id}`} row={each} />
          ),
        )}
        {/* Mail that we sent ourselves is in no thread. */}
        {!isKnown && <MessageIn row={asRow(mail)} chosen />}
      </ol>
    </ScrollRegion>
  )
}

const asRow = (mail: MailIn): OrderMail => ({ ...mail, direction: 'in', at: mail.receivedAt, snippet: '' })
