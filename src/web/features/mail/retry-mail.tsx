import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { MailState } from '#contract/codes/mail-state.ts'
import type { Mail } from '#contract/mail/mails.ts'
import { useRetry } from './mail-queries.ts'

const STUCK: readonly MailState[] = [MailState.FAILED, MailState.UNSENT, MailState.CANCELLED, MailState.BOUNCED]

/** The button Retry, for a mail that did not reach a recipient. */
export function RetryMail({ mail }: { mail: Mail }) {
  const retry = useRetry()
  if (!mail.deliveries.some(({ state }) => STUCK.includes(state))) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={retry.isPending}
      onClick={() => retry.mutate(mail.id)}
    >
      Retry
    </Button>
  )
}
