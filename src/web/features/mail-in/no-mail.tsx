import { IconInbox, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MailInCounts } from '#contract/mail-in/mail-in.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ButtonLink, TextLink } from '#web/ui/page/link.tsx'
import { inboxesQuery } from './inbox-call.ts'
import { type ViewName, viewNamed } from './shared/views.ts'

interface NoMailProps {
  view: ViewName
  search: string
  counts: MailInCounts | undefined
}

/** An empty view, and the one that has something. */
export function NoMail({ view, search, counts }: NoMailProps) {
  if (search !== '')
    return (
      <EmptyState icon={IconSearchOff} title="No mail found">{`No mail in this view matches "${search}".`}</EmptyState>
    )
  const waits = view !== 'new' && counts && counts.new > 0
  return (
    <EmptyState
      icon={IconInbox}
      title={viewNamed(view).empty}
      action={
        waits && (
          <ButtonLink to="/inbox" search={{ view: 'new' }} variant="default">
            {counts.new === 1 ? 'Show the new mail' : `Show ${grouped(counts.new)} new mails`}
          </ButtonLink>
        )
      }
    />
  )
}

/** The inbox before any mail could come. */
export function NoMailbox() {
  const admin = useIsAdmin()
  return (
    <EmptyState
      icon={IconInbox}
      title="No mailbox yet"
      action={
        admin && (
          <ButtonLink to="/integrations" search={{ tab: 'mailboxes' }}>
            Set up a mailbox
          </ButtonLink>
        )
      }
    >
      {admin
        ? 'Mail of clients comes in here, is linked with its orders, and has an owner.'
        : 'Mail of clients comes in here once an administrator sets up a mailbox.'}
    </EmptyState>
  )
}

/** The mailboxes that cannot be read, for administrators. */
export function FailingMailboxes() {
  const admin = useIsAdmin()
  const { data } = useQuery({ ...inboxesQuery, enabled: admin })
  const { dateTime } = useDates()
  const failing = data?.filter(({ active, failingSince }) => active && failingSince !== null) ?? []
  const [first, ...others] = failing
  if (!first) return null
  const since = ({ name, failingSince }: typeof first) => `${name} cannot be read since ${dateTime(failingSince)}`
  return (
    <Notice warn role="alert" title={others.length === 0 ? since(first) : `${failing.length} mailboxes cannot be read`}>
      {others.length === 0
        ? first.reason
        : failing.map((inbox) => <div key={inbox.id}>{`${since(inbox)}: ${inbox.reason}`}</div>)}
      <div>
        <TextLink to="/integrations" search={{ tab: 'mailboxes' }}>
          Open the mailboxes
        </TextLink>
      </div>
    </Notice>
  )
}
