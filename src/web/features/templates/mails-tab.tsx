import { IconCopy, IconMail, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { TemplateListItem } from '#contract/templates/templates.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { Confirm, deleting } from '#web/ui/dialog/confirm.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { ConnectedEvents } from './connected-events.tsx'
import { mailsList, useCopyMail, useRemoveMail } from './shared/templates.ts'
import classes from './templates.module.css'

const columnsWith = (dateTime: (at: string) => string): Column<TemplateListItem>[] => [
  { id: 'id', header: 'ID', width: 64, sortable: true, cell: ({ id }) => id, card: 'none' },
  {
    id: 'title',
    header: 'Name',
    width: 300,
    card: 'title',
    sortable: true,
    cell: ({ title, system }) => (
      <>
        {title}
        {system && <span className={classes.system}>system</span>}
      </>
    ),
  },
  {
    id: 'events',
    header: 'Connected events',
    width: 260,
    noLink: true,
    card: 'wide',
    cell: (row) => <ConnectedEvents {...row} />,
  },
  { id: 'updatedAt', header: 'Updated', width: 150, sortable: true, cell: ({ updatedAt }) => dateTime(updatedAt) },
]

const toMail = ({ id }: TemplateListItem) => ({ to: '/edit-mail/$mailId', params: { mailId: String(id) } }) as const

export function MailsTab() {
  const router = useRouter()
  const list = useList(mailsList)
  const { dateTime } = useDates()
  const [deleting, setDeleting] = useState<TemplateListItem | null>(null)
  const { mutate: copyMail } = useCopyMail()
  const columns = useMemo(() => columnsWith(dateTime), [dateTime])
  const actions = useCallback(
    (row: TemplateListItem) => (
      <RowMenu
        label={`Actions for ${row.title}`}
        actions={[
          { label: 'Edit', icon: IconPencil, onClick: () => void router.navigate(toMail(row)) },
          ...(row.system
            ? []
            : [
                { label: 'Copy', icon: IconCopy, onClick: () => copyMail(row.id) },
                { label: 'Delete', icon: IconTrash, onClick: () => setDeleting(row) },
              ]),
        ]}
      />
    ),
    [router, copyMail],
  )
  return (
    <>
      <PagedTable
        label="Mails"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/edit-mail/${id}`}
        onOpen={(row) => void router.navigate(toMail(row))}
        onIntent={(row) => void router.preloadRoute(toMail(row))}
        actions={actions}
        empty={
          list.state.search ? (
            <EmptyState icon={IconMail} title="No mails found">
              No mails match "{list.state.search}".
            </EmptyState>
          ) : (
            <EmptyState
              icon={IconMail}
              title="No mails yet"
              action={<ButtonLink to="/create-mail">Create mail</ButtonLink>}
            >
              Mails sent to clients with events appear here.
            </EmptyState>
          )
        }
      />
      {deleting && <DeleteMail mail={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

/** Asks before a mail is deleted, and names the events that lose it. */
function DeleteMail({ mail, onClose }: { mail: TemplateListItem; onClose: () => void }) {
  const remove = useRemoveMail()
  const names = mail.events.map(({ name }) => name)
  return (
    <Confirm
      {...deleting({ name: mail.title, remove, onClose })}
      onConfirm={() => remove.mutate(mail.id, { onSuccess: onClose })}
    >
      {names.length === 0 ? (
        'No events send this mail. '
      ) : (
        <>
          {names.length === 1 ? 'This event loses its mail: ' : `These ${names.length} events lose their mail: `}
          <strong>{names.join(', ')}</strong>.{' '}
        </>
      )}
      Mails already sent stay in the history of their orders.
    </Confirm>
  )
}
