import { Button } from '@mantine/core'
import {
  IconEraser,
  IconExternalLink,
  IconFileZip,
  IconPencil,
  IconTrash,
  IconUserPlus,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { Client } from '#contract/clients/clients.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { useAsked } from '#web/lib/browser/use-asked.ts'
import { useListState } from '#web/lib/list/list-state.ts'
import { useShownView } from '#web/model/views/shown-view.ts'
import { useViewedList } from '#web/model/views/use-viewed-list.ts'
import type { ShownView } from '#web/model/views/view-state.ts'
import { ViewedTable } from '#web/model/views/viewed-table.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { CLIENT_COLUMNS } from './client-columns.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { clientsCall } from './client-queries.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { DeletedClientsDialog } from './deleted-clients-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { useClientExport } from './use-client-export.ts'
import { viewClient } from './view-client.ts'

type Opened =
  | { what: 'register'; name: string }
  | { what: 'deleted' }
  | { what: 'edit' | 'delete' | 'erase'; client: Client }
  | null

export function ClientsPage() {
  const [opened, setOpened] = useState<Opened>(null)
  const exporting = useClientExport()
  const shown = useShownView('clients')
  const { state, searchFor, showLast } = useListState(shown?.base)
  const close = () => setOpened(null)
  useAsked('new', (name) => setOpened({ what: 'register', name: name === '1' ? '' : name }))
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
        <Button
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => setOpened({ what: 'register', name: '' })}
        >
          Register new Client
        </Button>
      </PageTitle>
      <ClientList shown={shown} onOpen={setOpened} onExport={exporting.start} />
      {opened?.what === 'register' && (
        <ClientDialog client={null} name={opened.name} onClose={close} onSaved={showLast} />
      )}
      {opened?.what === 'deleted' && <DeletedClientsDialog onClose={close} />}
      {opened?.what === 'edit' && <ClientDialog client={opened.client} onClose={close} />}
      {opened?.what === 'delete' && <DeleteDialog client={opened.client} onClose={close} />}
      <ExportDialog {...exporting} />
      {opened?.what === 'erase' && <EraseDialog client={opened.client} onClose={close} />}
    </Page>
  )
}

interface ClientListProps {
  shown: ShownView | null
  onOpen: (opened: Opened) => void
  onExport: ReturnType<typeof useClientExport>['start']
}

function ClientList({ shown, onOpen, onExport }: ClientListProps) {
  const router = useRouter()
  const settings = useSettings()
  const isAdmin = useIsAdmin()
  const viewed = useViewedList(shown, CLIENT_COLUMNS, clientsCall(shown?.filters))
  const { state, change } = viewed.list
  const toClient = ({ id }: Client) => ({ to: '/clients/$userId', params: { userId: String(id) } }) as const
  const actions = useCallback(
    (client: Client) => (
      <RowMenu
        label={`Actions for ${client.username}`}
        actions={[
          { label: 'Edit', icon: IconPencil, onClick: () => onOpen({ what: 'edit', client }) },
          { label: 'Delete', icon: IconTrash, onClick: () => onOpen({ what: 'delete', client }) },
          { label: 'View', icon: IconExternalLink, onClick: () => settings && void viewClient(client.id, settings) },
          ...(isAdmin
            ? [
                { label: 'Export data of this client', icon: IconFileZip, onClick: () => void onExport(client) },
                { label: 'Erase now', icon: IconEraser, onClick: () => onOpen({ what: 'erase', client }) },
              ]
            : []),
        ]}
      />
    ),
    [onOpen, onExport, settings, isAdmin],
  )
  return (
    <ViewedTable
      label="Clients"
      viewed={viewed}
      bar={{ list: 'clients', exported: { path: 'admin/user', name: 'Clients', imports: 'clients' } }}
      rowHref={({ id }) => `/clients/${id}`}
      onOpen={(row) => void router.navigate(toClient(row))}
      onIntent={(row) => void router.preloadRoute(toClient(row))}
      actions={actions}
      empty={
        <NoClients
          search={state.search}
          narrowed={Object.keys(shown?.filters ?? {}).length > 0}
          onClear={() => change({ search: '' })}
          onRegister={() => onOpen({ what: 'register', name: '' })}
        />
      }
    />
  )
}

interface NoClientsProps {
  search: string
  narrowed: boolean
  onClear: () => void
  onRegister: () => void
}

function NoClients({ search, narrowed, onClear, onRegister }: NoClientsProps) {
  if (narrowed && !search) {
    return (
      <EmptyState icon={IconUserSearch} title="No clients found">
        No clients match the filters.
      </EmptyState>
    )
  }
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
