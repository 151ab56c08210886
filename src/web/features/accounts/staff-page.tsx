import { Button } from '@mantine/core'
import { IconBan, IconShieldCheck, IconShieldOff, IconUserShield } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { humanRole } from '#contract/accounts/session.ts'
import type { StaffAccount } from '#contract/accounts/staff-accounts.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import classes from './account.module.css'
import { AdminsOnly } from './shared/admins-only.tsx'
import { staffCall } from './staff-calls.ts'
import { StaffSessions } from './staff-sessions.tsx'

/** The ways in which an account signs in, or that it is disabled. */
function Factor({ disabled, secondFactor, passkeys }: StaffAccount) {
  if (disabled)
    return (
      <StatusBadge tone="neutral" icon={IconBan}>
        Disabled
      </StatusBadge>
    )
  if (secondFactor || passkeys > 0)
    return (
      <StatusBadge tone="good" icon={IconShieldCheck}>
        {secondFactor ? 'Second factor' : 'Passkey'}
      </StatusBadge>
    )
  return (
    <StatusBadge tone="warn" icon={IconShieldOff}>
      None
    </StatusBadge>
  )
}

const columnsWith = ({ dateTime }: Dates, onOpen: (account: StaffAccount) => void): Column<StaffAccount>[] => [
  { id: 'username', header: 'Name', width: 170, card: 'title', sortable: true, cell: ({ username }) => username },
  { id: 'email', header: 'Email', width: 230, cell: ({ email }) => email },
  { id: 'role', header: 'Role', width: 120, cell: ({ role }) => humanRole(role) },
  { id: 'factor', header: 'Second factor', width: 150, card: 'aside', cell: (account) => <Factor {...account} /> },
  {
    id: 'lastSeen',
    header: 'Last seen',
    width: 160,
    cell: ({ lastSeenAt }) => (lastSeenAt ? dateTime(lastSeenAt) : 'Not signed in'),
  },
  {
    id: 'sessions',
    header: 'Sessions',
    width: 130,
    noLink: true,
    cell: (account) => (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onOpen(account)}
        aria-label={`Sessions of ${account.username}`}
      >
        Sessions ({account.sessions})
      </Button>
    ),
  },
]

/** Accounts of staff, how they sign in, and their sessions. */
export const StaffPage = () => (
  <AdminsOnly title="Staff">
    <Staff />
  </AdminsOnly>
)

function Staff() {
  const [opened, setOpened] = useState<StaffAccount | null>(null)
  const list = useList(staffCall)
  const dates = useDates()
  const columns = useMemo(() => columnsWith(dates, setOpened), [dates])
  return (
    <Page fill>
      <PageTitle title="Staff" />
      <div className={classes.tools}>
        <TextSearch
          label="Search staff"
          placeholder="Name or email"
          value={list.state.search}
          onChange={list.searchFor}
        />
      </div>
      <PagedTable
        label="Staff"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconUserShield} title="Nobody found">
            Nobody on the staff matches "{list.state.search}".
          </EmptyState>
        }
      />
      {opened && <StaffSessions account={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}
