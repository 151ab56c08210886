import { Button, Group } from '@mantine/core'
import { IconEraser, IconExternalLink, IconFileZip, IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Client } from '#contract/clients/clients.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { ClientInfo } from './client-info.tsx'
import { findSeenClient } from './client-queries.ts'
import { ClientShippers } from './client-shippers.tsx'
import { ClientViews } from './client-views.tsx'
import classes from './clients.module.css'
import { DeleteDialog } from './delete-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { clientQuery } from './shared/clients.ts'
import { useClientExport } from './use-client-export.ts'
import { viewClient } from './view-client.ts'

interface ClientPageProps {
  id: number
  /** The client's orders. */
  children: (client: Client) => ReactNode
  /** Tools beside the name. */
  tools: ReactNode
}

export function ClientPage({ id, children, tools }: ClientPageProps) {
  const cache = useQueryClient()
  const query = useQuery(clientQuery(id))
  const [seen] = useState(() => findSeenClient(cache, id))
  const client = query.data ?? seen
  return (
    <Page>
      <PageTitle
        title={client?.username ?? 'Client'}
        aside={
          client && (
            <>
              <span className={classes.count}>{client.companyName}</span>
              {tools}
            </>
          )
        }
      >
        {client && <ClientActions client={client} />}
      </PageTitle>
      {query.isError && (
        <Fault
          message={messageOf(query.error)}
          requestId={query.error instanceof ApiError ? query.error.requestId : null}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {client && (
        <>
          <ClientInfo client={client} loaded={query.data !== undefined} />
          <section className={classes.block} aria-labelledby="orders">
            <SectionHead id="orders" title="Orders" count={client.orders} />
            {children(client)}
          </section>
          <div className={classes.columns}>
            <ClientShippers id={id} />
            <ClientViews id={id} />
          </div>
        </>
      )}
    </Page>
  )
}

function ClientActions({ client }: { client: Client }) {
  const router = useRouter()
  const settings = useSettings()
  const isAdmin = useIsAdmin()
  const [opened, setOpened] = useState<'password' | 'delete' | 'erase' | null>(null)
  const exporting = useClientExport()
  const close = () => setOpened(null)
  const { pathname } = router.state.location
  // A person who has left the page meanwhile is not pulled back to the list.
  const toClients = () => {
    if (router.state.location.pathname === pathname) void router.navigate({ to: '/clients', replace: true })
  }
  const view = () => settings && void viewClient(client.id, settings)
  usePageActions([
    {
      label: 'Create new order',
      run: () => void router.navigate({ to: '/new-order/$userId', params: { userId: String(client.id) } }),
    },
    { label: 'View as this client', run: view },
    { label: 'Change password', run: () => setOpened('password') },
  ])
  return (
    <Group gap={8}>
      <Button variant="default" leftSection={<IconExternalLink size={16} aria-hidden />} onClick={view}>
        View
      </Button>
      <Button variant="default" leftSection={<IconKey size={16} aria-hidden />} onClick={() => setOpened('password')}>
        Change password
      </Button>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setOpened('delete')}>
        Delete
      </Button>
      {isAdmin && (
        <RowMenu
          label="Personal data"
          actions={[
            { label: 'Export data of this client', icon: IconFileZip, onClick: () => void exporting.start(client) },
            { label: 'Erase now', icon: IconEraser, onClick: () => setOpened('erase') },
          ]}
        />
      )}
      <ButtonLink
        to="/new-order/$userId"
        params={{ userId: String(client.id) }}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        Create new order
      </ButtonLink>
      {opened === 'password' && <PasswordDialog client={client} onClose={close} />}
      {opened === 'delete' && <DeleteDialog client={client} onClose={close} onDeleted={toClients} />}
      <ExportDialog {...exporting} />
      {opened === 'erase' && <EraseDialog client={client} onClose={close} onErased={toClients} />}
    </Group>
  )
}
