import { IconMailForward } from '@tabler/icons-react'
import { z } from 'zod'
import type { Page } from '#contract/lib/envelope.ts'
import { ADDRESS_SETTINGS_CHANGED, type MailAddress, mailAddresses } from '#contract/reference/mail-addresses.ts'
import { request } from '#web/lib/api/api.ts'
import { ALL_ROWS, type ListState } from '#web/lib/list/list-state.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { idColumn, textColumn, YES_NO } from '#web/ui/resource/columns.tsx'
import { switchField, textField } from '#web/ui/resource/fields.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { RowSwitch } from '#web/ui/resource/row-switch.tsx'

const { path, row } = mailAddresses
const paged = resourceQueries(mailAddresses).list()

/** A page of addresses. The server returns them all as a bare list; paging happens here. */
async function readPage(state: ListState): Promise<Page<MailAddress>> {
  const query = paged.query({ ...ALL_ROWS, sort: state.sort, search: state.search })
  const all = await request(z.array(row), path, { query })
  const last = Math.max(1, Math.ceil(all.length / state.perPage))
  const page = Math.min(state.page, last)
  const items = all.slice((page - 1) * state.perPage, page * state.perPage)
  return { items, totalCount: all.length, numItemsPerPage: state.perPage, currentPageNumber: page }
}

const ADDRESSES = { ...paged, read: readPage }

export function MailSettingsPage() {
  return (
    <ReferenceScreen
      resource={mailAddresses}
      title="Mail Settings"
      icon={IconMailForward}
      about="Addresses that receive a blind copy of order mails appear here."
      nameOf={({ email }) => email}
      call={ADDRESSES}
      columns={[
        idColumn,
        textColumn('name', 240),
        textColumn('email', 300),
        {
          id: 'send',
          width: 160,
          noLink: true,
          cell: ({ id, email, send }) => (
            <RowSwitch
              resource={mailAddresses}
              id={id}
              field="send"
              on={send}
              labels={YES_NO}
              label={`Send mails to ${email}`}
              done={ADDRESS_SETTINGS_CHANGED}
            />
          ),
        },
      ]}
      fields={[
        textField('name', 'Name', { optional: true }),
        textField('email', 'Email'),
        switchField('send', 'Send mails to', YES_NO),
      ]}
      blank={{ name: '', email: '', send: true }}
    />
  )
}
