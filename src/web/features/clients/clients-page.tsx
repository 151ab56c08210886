import { Button } from '@mantine/core'
import { IconExternalLink, IconPencil, IconTrash, IconUserPlus, IconUserSearch, IconUsers } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { Client } from '#contract/clients/clients.ts'
import { useListState } from '#web/lib/list/list-state.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { useSettings } from '#web/model/system/settings.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { CLIENT_COLUMNS } from './client-columns.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { clientsCall } from './client-queries.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { DeletedClientsDialog } from './deleted-clients-dialog.tsx'
import { viewClient } from './view-client.ts'

type Opened = { what: 'register' | 'deleted' } | { what: 'edit' | 'delete'; client: Client } | null

export function ClientsPage() {
  const [opened, setOpened] = useState<Opened>(null)
  const { state, searchFor, showLast } = useListState()
  const close = () => setOpened(null)
  return (
    <Page fill>
      <PageTitle title="Clients">
        <TextSearch
          label="Search clients"
          placeholder="Name, company, email or phone"
          value={state.search}
          onChange={searchFor}
        />
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setOpened({ what: 'deleted' })}
        >
          Deleted clients
        </Button>
        <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setOpened({ what: 'register' })}>
          Register new Client
        </Button>
      </PageTitle>
      <ClientList onOpen={setOpened} />
      {opened?.what === 'register' && <ClientDialog client={null} onClose={close} onSaved={showLast} />}
      {opened?.what === 'deleted' && <DeletedClientsDialog onClose={close} />}
      {opened?.what === 'edit' && <ClientDialog client={opened.client} onClose={close} />}
      {opened?.what === 'delete' && <DeleteDialog client={opened.client} onClose={close} />}
    </Page>
  )
}

function ClientList({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const router = useRouter()
  const settings = useSettings()
  const list = useList(clientsCall)
  const { state, change } = list
  const toClient = ({ id }: Client) => ({ to: '/clients/$userId', params: { userId: String(id) } }) as const
  const actions = useCallback(
    (client: Client) => (
      <RowMenu
        label={`Actions for ${client.username}`}
        actions={[
          { label: 'Edit', icon: IconPencil, onClick: () => onOpen({ what: 'edit', client }) },
          { label: 'Delete', icon: IconTrash, onClick: () => onOpen({ what: 'delete', client }) },
          { label: 'View', icon: IconExternalLink, onClick: () => settings && void viewClient(client.id, settings) },
        ]}
      />
    ),
    [onOpen, settings],
  )
  return (
    <PagedTable
      label="Clients"
      list={list}
      columns={CLIENT_COLUMNS}
      rowKey={(row) => row.id}
      rowHref={({ id }) => `/clients/${id}`}
      onOpen={(row) => void router.navigate(toClient(row))}
      onIntent={(row) => void router.preloadRoute(toClient(row))}
      actions={actions}
      empty={
        <NoClients
          search={state.search}
          onClear={() => change({ search: '' })}
          onRegister={() => onOpen({ what: 'register' })}
        />
      }
    />
  )
}

interface NoClientsProps {
  search: string
  onClear: () => void
  onRegister: () => void
}

function NoClients({ search, onClear, onRegister }: NoClientsProps) {
  if (search) {
    return (
      <EmptyState
        icon={IconUserSearch}
        title="No clients found"
        action={
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        }
      >
        No clients match "{search}".
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconUsers}
      title="No clients yet"
      action={<Button onClick={onRegister}>Register new Client</Button>}
    >
      Clients and their booking requests appear here.
    </EmptyState>
  )
}
