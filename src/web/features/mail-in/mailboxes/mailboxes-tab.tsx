import { PasswordInput, Switch } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconMailbox,
  IconPlayerPause,
  IconPlugConnected,
} from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { type Inbox, inboxes } from '#contract/mail-in/inboxes.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { type Field, numberField, switchField, textField } from '#web/ui/resource/fields.tsx'
import { RecordsTab } from '#web/ui/resource/records-tab.tsx'
import { TryInbox } from './try-inbox.tsx'

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

/** Mailboxes whose mail comes in: whether each can be read, and a try. */
export function MailboxesTab() {
  const [tried, setTried] = useState<Inbox | null>(null)
  const { dateTime } = useDates()
  const columns = useMemo(() => columnsWith(dateTime), [dateTime])
  const actions = useCallback(
    (inbox: Inbox) => [{ label: 'Try', icon: IconPlugConnected, onClick: () => setTried(inbox) }],
    [],
  )
  return (
    <>
      <RecordsTab
        resource={inboxes}
        label="Mailboxes"
        icon={IconMailbox}
        columns={columns}
        fields={FIELDS}
        blank={BLANK}
        empty={{
          title: 'No mailboxes yet',
          about:
            'Mail of a mailbox comes into the inbox. It is read by IMAP, the last 30 days at first; nothing is deleted there.',
        }}
        actions={actions}
        consequence="Mail that came in stays."
      />
      {tried && <TryInbox inbox={tried} onClose={() => setTried(null)} />}
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
