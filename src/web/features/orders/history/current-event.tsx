import { Button } from '@mantine/core'
import { IconArrowRight, IconEye } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { EventEntry } from '#contract/orders/orders.ts'
import { isPlainClick, useSetEventOver } from '#web/features/orders/shared/set-event-over.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useShortcutSwitch } from '#web/lib/browser/shortcuts.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { ButtonLink } from '#web/ui/page/link.tsx'
import classes from './events.module.css'
import { ResendButton } from './resend-button.tsx'
import { TemplatePreview } from './template-preview.tsx'

interface CurrentEventProps {
  head: OrderListItem
  /** The newest entry that was not withdrawn; undefined if there is none, or until it is loaded. */
  entry: EventEntry | undefined
  mailDialog: (id: number, onClose: () => void) => ReactNode
}

/** The current event and what can be done about it, in one row. */
export function CurrentEvent({ head, entry, mailDialog }: CurrentEventProps) {
  const { dateTime } = useDates()
  const { open } = useSetEventOver()
  const { on: shortcuts } = useShortcutSwitch()
  return (
    <section className={classes.current} aria-label="Current event">
      <div className={classes.currentText}>
        <span className={classes.label}>Current event</span>
        <span className={classes.currentName}>{head.lastEventName ?? 'No event yet'}</span>
        <span className={classes.dim}>
          {dateTime(head.lastEventTime)} · {head.lastEventPublicStatus || EMPTY}
        </span>
        {entry?.deletedEmailTemplate && <span className={classes.dim}>{entry.deletedEmailTemplate} (deleted)</span>}
      </div>
      <div className={classes.actions}>
        {entry && <PreviewButton entry={entry} orderId={head.id} mailDialog={mailDialog} />}
        <ResendButton orderId={head.id} />
        <ButtonLink
          to="/set-event/$orderId"
          params={{ orderId: head.id }}
          size="compact-sm"
          variant="default"
          data-set-event={head.id}
          aria-keyshortcuts={shortcuts ? 'e' : undefined}
          title={shortcuts ? 'Press E' : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            open(head.id)
          }}
          rightSection={<IconArrowRight size={14} aria-hidden />}
        >
          Set next event status
        </ButtonLink>
      </div>
    </section>
  )
}

interface PreviewButtonProps extends Pick<CurrentEventProps, 'mailDialog'> {
  entry: EventEntry
  orderId: number
}

/** The entry's mail as sent, else its template with this order's data; nothing without either. */
function PreviewButton({ entry, orderId, mailDialog }: PreviewButtonProps) {
  const [opened, setOpened] = useState(false)
  const { mail, emailTemplate } = entry
  if (!mail && !emailTemplate) return null
  const close = () => setOpened(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconEye size={14} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Click for preview
      </Button>
      {opened && mail && mailDialog(mail.id, close)}
      {opened && !mail && emailTemplate && (
        <TemplatePreview templateId={emailTemplate.id} title={emailTemplate.title} orderId={orderId} onClose={close} />
      )}
    </>
  )
}
