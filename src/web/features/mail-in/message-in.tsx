import { Button, SegmentedControl, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconRobot, IconShieldCheck, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailIn, OrderMail } from '#contract/mail-in/mail-in.ts'
import { AUTOMATIC_LABELS, MATCHED_LABELS } from '#contract/mail-in/mail-in-codes.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { MailFiles } from './files/mail-files.tsx'
import { MailText } from './mail-text.tsx'
import { authenticationWords, leftOutWords, senderOf } from './mail-words.ts'
import { RawText } from './raw-text.tsx'
import { mailInQuery } from './shared/mail-in.ts'
import classes from './shared/thread.module.css'

interface MessageInProps {
  row: OrderMail
  /** True for the mail that was chosen: it is open at first. */
  chosen: boolean
}

/** A mail of others in a thread: one line, and its text and files once it is opened. */
export function MessageIn({ row, chosen }: MessageInProps) {
  const { recent, dateTime } = useDates()
  const [opened, setOpened] = useState(chosen)
  const { data } = useQuery({ ...mailInQuery(row.id), enabled: opened })
  return (
    <li className={classes.message} data-mail={`in ${row.id}`}>
      <UnstyledButton className={classes.opener} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <span className={classes.who}>{data ? senderOf(data) : row.fromAddress || 'Unknown sender'}</span>
        <time className={classes.at} dateTime={row.at} title={dateTime(row.at)}>
          {recent(row.at)}
        </time>
        {!opened && <span className={classes.snippet}>{row.snippet}</span>}
      </UnstyledButton>
      {opened && <Opened id={row.id} chosen={chosen} />}
    </li>
  )
}

function Opened({ id, chosen }: { id: number; chosen: boolean }) {
  const query = useQuery(mailInQuery(id))
  const fault = faultOf(query.data ? null : query.error)
  if (fault) return <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  if (!query.data) return <LoadingBlock height={200} />
  return (
    <div className={classes.body}>
      <Facts mail={query.data} />
      <Content mail={query.data} />
      <MailFiles mail={query.data} keys={chosen} />
    </div>
  )
}

/** From whom, to whom, how far to be trusted, and what is missing of it. */
function Facts({ mail }: { mail: MailIn }) {
  const { fromAddress, toAddresses, ccAddresses, matched, verified, automatic, protection } = mail
  const authentication = authenticationWords(mail)
  const missing = leftOutWords(mail)
  const failed = mail.authentication.dmarc === 'fail'
  return (
    <>
      <div className={classes.dim}>
        {fromAddress} to {toAddresses.join(', ') || 'nobody'}
        {ccAddresses.length > 0 && `, copies to ${ccAddresses.join(', ')}`}
      </div>
      <div className={classes.line}>
        {matched !== null &&
          (verified ? (
            <StatusBadge
              tone="good"
              icon={IconShieldCheck}
            >{`Verified: ${MATCHED_LABELS[matched].toLowerCase()}`}</StatusBadge>
          ) : (
            <StatusBadge
              tone="warn"
              icon={IconAlertTriangle}
            >{`Not verified: ${MATCHED_LABELS[matched].toLowerCase()}`}</StatusBadge>
          ))}
        {automatic && (
          <StatusBadge tone="neutral" icon={IconRobot}>
            {AUTOMATIC_LABELS[automatic]}
          </StatusBadge>
        )}
        {protection === 'signed' && (
          <StatusBadge tone="neutral" icon={IconSignature}>
            Signed
          </StatusBadge>
        )}
        {authentication && (
          <StatusBadge tone={failed ? 'bad' : 'neutral'} icon={failed ? IconAlertTriangle : IconShieldCheck}>
            {authentication}
          </StatusBadge>
        )}
      </div>
      {protection === 'encrypted' && (
        <StatusBadge tone="warn" icon={IconLock}>
          Encrypted: it cannot be read here
        </StatusBadge>
      )}
      {missing.length > 0 && (
        <Notice warn title="Left out">
          {missing.map((words) => (
            <div key={words}>{words}</div>
          ))}
          The raw text has all of it.
        </Notice>
      )}
    </>
  )
}

/** The text: as HTML in a sandbox, or plain; of a mail that could not be read, the raw text. */
function Content({ mail }: { mail: MailIn }) {
  const { id, html, text, remotePictures, subject } = mail
  const [shown, setShown] = useState('html')
  const [pictures, setPictures] = useState(false)
  const more = useQuery({ ...mailInQuery(id, { pictures }), enabled: pictures })
  const withPictures = (pictures ? more.data?.html : undefined) ?? undefined
  if (html === null && text.trim() === '') {
    if (mail.files.length > 0 || mail.protection === 'encrypted') return <p className={classes.dim}>No text</p>
    return <RawText id={id} />
  }
  return (
    <>
      {html !== null && (
        <div className={`${classes.line} ${classes.shownAs}`}>
          <SegmentedControl
            size="xs"
            aria-label="Show as"
            value={shown}
            onChange={setShown}
            data={[
              { value: 'html', label: 'Mail' },
              { value: 'text', label: 'Text' },
            ]}
          />
          {remotePictures > 0 && !pictures && shown === 'html' && (
            <Button
              size="compact-sm"
              variant="default"
              title="The sender learns that the mail was opened"
              onClick={() => setPictures(true)}
            >
              {remotePictures === 1
                ? 'Show 1 picture of another server'
                : `Show ${remotePictures} pictures of other servers`}
            </Button>
          )}
        </div>
      )}
      <MailText
        text={text}
        html={shown === 'html' ? (withPictures ?? html) : null}
        pictures={withPictures !== undefined}
        title={subject || 'Mail'}
      />
    </>
  )
}
