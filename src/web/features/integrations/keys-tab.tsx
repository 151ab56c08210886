import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type ApiKey, KEY_PREFIX } from '#contract/integrations/api-keys.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { type Dates, EMPTY } from '#web/lib/format/dates.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import classes from './integrations.module.css'
import { keyLook, keysCall, revokeKey } from './key-calls.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

const canRevoke = ({ state }: ApiKey) => state === 'active' || state === 'suspended'

const columnsWith = ({ dateTime }: Dates, onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  { id: 'name', header: 'Name', width: 150, card: 'title', cell: ({ name }) => name },
  {
    id: 'key',
    header: 'Key',
    width: 130,
    cell: ({ prefix }) => (
      <code>
        {KEY_PREFIX}
        {prefix}…
      </code>
    ),
  },
  { id: 'scopes', header: 'Scopes', width: 225, wraps: true, card: 'wide', cell: ({ scopes }) => scopes.join(', ') },
  { id: 'state', header: 'State', width: 115, card: 'aside', cell: (key) => <StatusBadge {...keyLook(key)} /> },
  {
    id: 'lastUsed',
    header: 'Last used',
    width: 145,
    cell: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : 'Never'),
  },
  {
    id: 'expires',
    header: 'Expires',
    width: 145,
    cell: ({ expiresAt }) => (expiresAt ? dateTime(expiresAt) : 'Never'),
  },
  { id: 'owner', header: 'Acts for', width: 125, cell: ({ createdBy }) => createdBy },
  {
    id: 'revoke',
    header: 'Revoke',
    width: 100,
    noLink: true,
    cell: (key) =>
      canRevoke(key) ? (
        <Button size="compact-sm" variant="default" onClick={() => onRevoke(key)} aria-label={`Revoke ${key.name}`}>
          Revoke
        </Button>
      ) : (
        EMPTY
      ),
  },
]

/** Keys of other programs: made here, shown once, and revoked. */
export function KeysTab() {
  const [adding, setAdding] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const list = useList(keysCall)
  const dates = useDates()
  const columns = useMemo(() => columnsWith(dates, setRevoking), [dates])
  return (
    <>
      <div className={classes.tools}>
        <TextSearch label="Search API keys" placeholder="Name" value={list.state.search} onChange={list.searchFor} />
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          Create API key
        </Button>
      </div>
      <PagedTable
        label="API keys"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          list.state.search ? (
            <EmptyState icon={IconKey} title="No API keys found">
              No API keys match "{list.state.search}".
            </EmptyState>
          ) : (
            <EmptyState icon={IconKey} title="No API keys yet">
              A shop system or another program calls the API with a key. Each key does only what its scopes allow.
            </EmptyState>
          )
        }
      />
      {adding && <NewKeyDialog onClose={() => setAdding(false)} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { run, busy, fault } = useAttempt()
  const { dateTime } = useDates()
  const revoke = async () => {
    if (await run(() => revokeKey(apiKey))) onClose()
  }
  return (
    <Confirm
      opened
      title={`Revoke ${apiKey.name}?`}
      confirm="Revoke"
      danger
      busy={busy}
      fault={fault}
      onConfirm={() => void revoke()}
      onCancel={onClose}
    >
      Programs that use this key stop working at once. It cannot be turned on again.{' '}
      {apiKey.lastUsedAt ? `It was last used on ${dateTime(apiKey.lastUsedAt)}.` : 'It was never used.'}
    </Confirm>
  )
}
