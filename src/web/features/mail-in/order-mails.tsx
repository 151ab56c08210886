import { Button, UnstyledButton } from '@mantine/core'
import { IconMailDown, IconMailUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { mailState } from '#contract/codes/mail-state.ts'
import type { OrderMail } from '#contract/mail-in/mail-in.ts'
import { AUTOMATIC_LABELS, MAIL_IN_STATES } from '#contract/mail-in/mail-in-codes.ts'
import { mailStateLook } from '#web/features/mail/shared/mail-looks.ts'
import { historyQuery } from '#web/features/orders/shared/orders.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { mailInLook } from './mail-words.ts'
import classes from './order-mails.module.css'
import { mailsOfOrderQuery, STEP } from './shared/mail-in.ts'

type MailDialog = (id: number, onClose: () => void) => ReactNode

/**
 * The mails of an order as its history has them: a line for each, in both directions, and what brings earlier ones. Mails
 * of events stand with their event.
 */
export function useOrderMails(orderId: number, mailDialog: MailDialog) {
  const [most, setMost] = useState(STEP)
  const query = useQuery(mailsOfOrderQuery(orderId, most))
  const { data: entries } = useQuery(historyQuery(orderId))
  const { data } = query
  const ofEvents = new Set(entries?.flatMap(({ mail }) => mail?.id ?? []))
  const lines = data?.items
    .filter(({ direction, id }) => direction === 'in' || !ofEvents.has(id))
    .map((mail) => ({
      key: `mail ${mail.direction} ${mail.id}`,
      at: mail.at,
      content: <MailLine mail={mail} answers={answeredBy(mail, data.items)} mailDialog={mailDialog} />,
    }))
  return {
    // Without its mails, offline for example, the history still has its events.
    lines: lines ?? (faultOf(query.error) || query.isPaused ? [] : undefined),
    older: data && data.totalCount > data.items.length && (
      <Button variant="default" loading={query.isFetching} onClick={() => setMost(most + STEP)}>
        Show earlier mails
      </Button>
    ),
  }
}

/** The mail that came in whose thread shows this one; undefined for none. */
const answeredBy = ({ threadId }: OrderMail, all: readonly OrderMail[]) =>
  threadId === null ? undefined : all.find((each) => each.direction === 'in' && each.threadId === threadId)?.id

interface MailLineProps {
  mail: OrderMail
  answers: number | undefined
  mailDialog: MailDialog
}

function MailLine({ mail, answers, mailDialog }: MailLineProps) {
  const [opened, setOpened] = useState(false)
  const { direction, id, subject, snippet, fromAddress, toAddresses, automatic, verified } = mail
  const isIn = direction === 'in'
  const Icon = isIn ? IconMailDown : IconMailUp
  const thread = isIn ? id : answers
  const name = subject || 'No subject'
  return (
    <article
      className={classes.mail}
      aria-label={`${isIn ? 'Mail from' : 'Mail to'} ${isIn ? fromAddress : toAddresses.join(', ')}`}
    >
      <div className={classes.head}>
        <Icon size={16} aria-hidden />
        {thread === undefined ? (
          <UnstyledButton className={classes.subject} onClick={() => setOpened(true)}>
            {name}
          </UnstyledButton>
        ) : (
          <TextLink to="/inbox" search={{ mail: thread, view: 'all' }} className={classes.subject}>
            {name}
          </TextLink>
        )}
        <State state={mail.state} />
      </div>
      <div className={classes.dim}>
        {[
          isIn ? `From ${fromAddress || 'an unknown sender'}` : `To ${toAddresses.join(', ') || 'nobody'}`,
          automatic && AUTOMATIC_LABELS[automatic],
          !verified && 'not verified',
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {snippet && <div className={classes.snippet}>{snippet}</div>}
      {opened && mailDialog(id, () => setOpened(false))}
    </article>
  )
}

function State({ state }: Pick<OrderMail, 'state'>) {
  const ofOurs = mailState.safeParse(state).data
  const ofTheirs = MAIL_IN_STATES.find((each) => each === state)
  return (
    <>{ofTheirs ? <StatusBadge {...mailInLook(ofTheirs)} /> : ofOurs && <StatusBadge {...mailStateLook(ofOurs)} />}</>
  )
}
