import { Button, PasswordInput, Switch } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconMailbox,
  IconPencil,
  IconPlayerPause,
  IconPlugConnected,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { type Inbox, inboxes } from '#contract/mail-in/inboxes.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { type Field, numberField, switchField, textField } from '#web/ui/resource/fields.tsx'
import { RecordDialog } from '#web/ui/resource/record-dialog.tsx'
import { RemoveDialog } from '#web/ui/resource/remove-dialog.tsx'
import classes from './mailboxes.module.css'
import { TryDialog } from './try-dialog.tsx'

const call = resourceQueries<typeof inboxes.row>(inboxes).list()

const FIELDS: readonly Field<typeof inboxes.row, typeof inboxes.input>[] = [
  textField('name', 'Name'),
  textField('address', 'Address'),
  textField('host', 'Server'),
  numberField('port', 'Port', { whole: true, width: 'half' }),
  {
    name: 'tls',
    label: 'Encrypted (TLS)',
    checkbox: true,
    width: 'half',
    render: (input) => <Switch {...input} />,
  },
  textField('username', 'Login'),
  {
    name: 'password',
    label: 'Password',
    render: (input, { row }) => (
      <PasswordInput
        {...input}
        autoComplete="new-password"
        withAsterisk={!row?.passwordSet}
        description={row?.passwordSet ? 'Leave it empty to keep the one that is stored' : undefined}
      />
    ),
    shown: () => '•••',
  },
  textField('folder', 'Folder', { optional: true }),
  textField('moveTo', 'Move read mail to the folder', { optional: true }),
  switchField('active', 'Read its mail', ['On', 'Off']),
]

const BLANK = {
  ...{ name: '', address: '', host: '', port: 993, tls: true, username: '', password: '', folder: 'INBOX' },
  ...{ active: true, moveTo: '' },
}

type Opened = { what: 'add' } | { what: 'edit' | 'try' | 'remove'; inbox: Inbox } | null

/** Mailboxes whose mail comes in: whether each can be read, and a try. */
export function MailboxesTab() {
  const [opened, setOpened] = useState<Opened>(null)
  const list = useList(call)
  const { dateTime } = useDates()
  const columns = useMemo(() => columnsWith(dateTime), [dateTime])
  const close = () => setOpened(null)
  const actions = useCallback(
    (inbox: Inbox) => (
      <RowMenu
        label={`Actions for ${inbox.name}`}
        actions={[
          { label: 'Try', icon: IconPlugConnected, onClick: () => setOpened({ what: 'try', inbox }) },
          { label: 'Edit', icon: IconPencil, onClick: () => setOpened({ what: 'edit', inbox }) },
          { label: 'Delete', icon: IconTrash, onClick: () => setOpened({ what: 'remove', inbox }) },
        ]}
      />
    ),
    [],
  )
  const dialog = { resource: inboxes, fields: FIELDS, blank: BLANK, onClose: close }
  return (
    <>
      <div className={classes.tools}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ what: 'add' })}>
          Add mailbox
        </Button>
      </div>
      <PagedTable
        label="Mailboxes"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={(inbox) => setOpened({ what: 'edit', inbox })}
        actions={actions}
        empty={
          <EmptyState icon={IconMailbox} title="No mailboxes yet">
            Mail of a mailbox comes into the inbox. It is read by IMAP, the last 30 days at first; nothing is deleted
            there.
          </EmptyState>
        }
      />
      {opened?.what === 'add' && <RecordDialog {...dialog} row={null} />}
      {opened?.what === 'edit' && <RecordDialog {...dialog} row={opened.inbox} />}
      {opened?.what === 'try' && <TryDialog inbox={opened.inbox} onClose={close} />}
      {opened?.what === 'remove' && (
        <RemoveDialog
          resource={inboxes}
          id={opened.inbox.id}
          name={opened.inbox.name}
          consequence="Mail that came in stays."
          onClose={close}
        />
      )}
    </>
  )
}

function lookOf({ active, failingSince, seenAt }: Inbox) {
  if (!active) return { tone: 'neutral', icon: IconPlayerPause, children: 'Switched off' } as const
  if (failingSince) return { tone: 'bad', icon: IconAlertTriangle, children: 'Failing' } as const
  return { tone: 'good', icon: IconCircleCheck, children: seenAt ? 'Read' : 'Not read yet' } as const
}

const columnsWith = (dateTime: (at: string | null) => string): Column<Inbox>[] => [
  { id: 'name', header: 'Name', width: 150, card: 'title', cell: ({ name }) => name },
  { id: 'address', header: 'Address', width: 215, card: 'wide', wraps: true, cell: ({ address }) => address },
  {
    id: 'host',
    header: 'Server',
    width: 200,
    card: 'wide',
    wraps: true,
    cell: ({ host, port, folder }) => `${host}:${port}, ${folder}`,
  },
  { id: 'state', header: 'State', width: 125, card: 'aside', cell: (inbox) => <StatusBadge {...lookOf(inbox)} /> },
  { id: 'seenAt', header: 'Last read', width: 150, cell: ({ seenAt }) => dateTime(seenAt) },
  {
    id: 'reason',
    header: 'Reason',
    width: 240,
    wraps: true,
    card: 'wide',
    cell: ({ failingSince, reason }) => (failingSince ? `Since ${dateTime(failingSince)}: ${reason ?? ''}` : ''),
  },
]
