import { Button } from '@mantine/core'
import { IconKey, IconList, IconPencil, IconPlus, IconTrash, IconWebhook } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { ROTATION_HOURS, type Webhook } from '#contract/integrations/webhooks.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { useRowAddress } from '#web/lib/list/use-row-address.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import classes from './integrations.module.css'
import { ShownOnce } from './shown-once.tsx'
import { removeWebhook, rotateSecret, webhookLook, webhooksCall } from './webhook-calls.ts'
import { FORGES, SIGNED, WebhookDialog } from './webhook-dialog.tsx'

const COLUMNS: Column<Webhook>[] = [
  { id: 'url', header: 'URL', width: 300, card: 'title', wraps: true, cell: ({ url }) => url },
  { id: 'events', header: 'Events', width: 300, wraps: true, card: 'wide', cell: ({ events }) => events.join(', ') },
  {
    id: 'state',
    header: 'State',
    width: 140,
    card: 'aside',
    cell: (webhook) => <StatusBadge {...webhookLook(webhook)} />,
  },
  {
    id: 'reason',
    header: 'Why',
    width: 220,
    wraps: true,
    card: 'wide',
    cell: ({ disabledReason }) => disabledReason ?? '',
  },
]

type Opened = { what: 'add' } | { what: 'edit' | 'deliveries' | 'rotate' | 'remove'; webhook: Webhook } | null

/** Addresses that get messages, and the deliveries to each. */
export function WebhooksTab() {
  const [chosen, setOpened] = useState<Opened>(null)
  const list = useList(webhooksCall)
  const address = useRowAddress()
  const asked = list.page?.items.find(({ id }) => id === address.asked)
  const opened: Opened = chosen ?? (asked ? { what: 'deliveries', webhook: asked } : null)
  const close = () => {
    address.forget()
    setOpened(null)
  }
  const actions = useCallback(
    (webhook: Webhook) => (
      <RowMenu
        label={`Actions for ${webhook.url}`}
        actions={[
          { label: 'Deliveries', icon: IconList, onClick: () => setOpened({ what: 'deliveries', webhook }) },
          { label: 'Edit', icon: IconPencil, onClick: () => setOpened({ what: 'edit', webhook }) },
          { label: 'New secret', icon: IconKey, onClick: () => setOpened({ what: 'rotate', webhook }) },
          { label: 'Delete', icon: IconTrash, onClick: () => setOpened({ what: 'remove', webhook }) },
        ]}
      />
    ),
    [],
  )
  return (
    <>
      <div className={classes.tools}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ what: 'add' })}>
          Add webhook
        </Button>
      </div>
      <PagedTable
        label="Webhooks"
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowHref={address.hrefOf}
        onOpen={(webhook) => setOpened({ what: 'deliveries', webhook })}
        actions={actions}
        empty={
          <EmptyState icon={IconWebhook} title="No webhooks yet">
            A webhook tells another program when an order is booked, gets an event, or changes its dates.
          </EmptyState>
        }
      />
      {opened?.what === 'add' && <WebhookDialog webhook={null} onClose={close} />}
      {opened?.what === 'edit' && <WebhookDialog webhook={opened.webhook} onClose={close} />}
      {opened?.what === 'deliveries' && <DeliveriesDialog webhook={opened.webhook} onClose={close} />}
      {opened?.what === 'rotate' && <RotateDialog webhook={opened.webhook} onClose={close} />}
      {opened?.what === 'remove' && <RemoveWebhook webhook={opened.webhook} onClose={close} />}
    </>
  )
}

interface QuestionProps {
  webhook: Webhook
  onClose: () => void
}

function RotateDialog({ webhook, onClose }: QuestionProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const { run, busy, fault } = useAttempt()
  const rotate = () => void run(async () => setSecret((await rotateSecret(webhook)).secret))
  if (secret !== null)
    return (
      <ShownOnce title="New secret" what="secret" secret={secret} warning={FORGES} onClose={onClose}>
        {SIGNED}
      </ShownOnce>
    )
  return (
    <Confirm
      opened
      title="New secret?"
      confirm="Make a new secret"
      busy={busy}
      fault={fault}
      onConfirm={rotate}
      onCancel={onClose}
    >
      For {ROTATION_HOURS} hours both secrets sign each message to {webhook.url}, so that the receiver can change over.
      Then the old one ends.
    </Confirm>
  )
}

function RemoveWebhook({ webhook, onClose }: QuestionProps) {
  const { run, busy, fault } = useAttempt()
  const remove = async () => {
    if (await run(() => removeWebhook(webhook))) onClose()
  }
  return (
    <Confirm
      opened
      title="Delete this webhook?"
      confirm="Delete"
      danger
      busy={busy}
      fault={fault}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {webhook.url} gets no more messages. Its deliveries are deleted too.
    </Confirm>
  )
}
