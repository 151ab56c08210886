import type { Client } from '#contract/clients/clients.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { shownPhone } from '#web/lib/format/phone.ts'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'

export const CLIENT_COLUMNS: readonly Column<Client>[] = [
  { id: 'id', header: 'Id', width: 70, sortable: true, cell: ({ id }) => id, card: 'none' },
  { id: 'username', header: 'Name', width: 170, sortable: true, cell: ({ username }) => username, card: 'title' },
  {
    id: 'companyName',
    header: 'Company name',
    width: 220,
    sortable: true,
    cell: (row) => row.companyName || EMPTY,
    card: 'wide',
  },
  {
    id: 'email',
    header: 'Mail',
    width: 230,
    card: 'wide',
    cell: ({ email }) => email,
    extra: ({ email }) => <CopyIcon value={email} what="email address" />,
  },
  {
    id: 'phone',
    header: 'Phone',
    width: 150,
    cell: ({ phone }) => shownPhone(phone),
    extra: ({ phone }) => phone && <CopyIcon value={shownPhone(phone)} what="phone number" />,
  },
]
