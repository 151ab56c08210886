import { Button, Text } from '@mantine/core'
import { IconFingerprint, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { MOST_PASSKEYS, type Passkey, TOO_MANY_PASSKEYS } from '#contract/accounts/passkeys.ts'
import { OfferEndOthers } from '#web/features/accounts/shared/end-others.tsx'
import { waysQuery } from '#web/features/accounts/shared/sign-in-ways.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { NameDialog } from './name-dialog.tsx'
import { addPasskey, passkeysQuery, removePasskey, renamePasskey } from './passkey-calls.ts'
import classes from './passkeys.module.css'

type Open = { what: 'add' | 'end others' } | { what: 'rename' | 'remove'; passkey: Passkey } | null

/** One's own passkeys, to add, rename and remove. */
export function PasskeysDialog({ onClose }: { onClose: () => void }) {
  const { data: passkeys, error, refetch, isFetching } = useQuery(passkeysQuery)
  const allowed = useQuery(waysQuery).data?.passkeys ?? true
  const [open, setOpen] = useState<Open>(null)
  const close = useCallback(() => setOpen(null), [])
  const changed = () => setOpen({ what: 'end others' })
  const full = (passkeys?.length ?? 0) >= MOST_PASSKEYS
  return (
    <Dialog opened onClose={onClose} title="Passkeys" size="lg">
      <Text size="sm" c="dimmed" mb="md">
        A passkey signs you in with your finger, face or PIN instead of your password. It stays on your devices, and
        works on this site only, so nobody can trick you out of it.
      </Text>
      {error && <Fault message={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />}
      {passkeys?.length === 0 && (
        <EmptyState icon={IconFingerprint} title="No passkeys yet">
          Add one on each device that you use, or one that your password manager takes along.
        </EmptyState>
      )}
      {passkeys && passkeys.length > 0 && (
        <ul className={classes.list} aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onOpen={(what) => setOpen({ what, passkey })} />
          ))}
        </ul>
      )}
      {full && <Text size="sm">{TOO_MANY_PASSKEYS}</Text>}
      {!allowed && (
        <Notice warn>
          Passkeys do not work at the address of this installation. They need https and the name of a host in APP_URL.
        </Notice>
      )}
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpen({ what: 'add' })}
        disabled={!passkeys || full || !allowed}
        mt="md"
      >
        Add a passkey
      </Button>
      {open?.what === 'add' && (
        <NameDialog
          title="Add a passkey"
          confirm="Add"
          name="This device"
          onClose={close}
          onSaved={changed}
          save={add}
        />
      )}
      {open?.what === 'rename' && (
        <NameDialog
          title="Rename passkey"
          confirm="Save"
          name={open.passkey.name}
          onClose={close}
          save={(name) => renamePasskey(open.passkey, name)}
        />
      )}
      {open?.what === 'remove' && <Remove passkey={open.passkey} onClose={close} onRemoved={changed} />}
      {open?.what === 'end others' && <OfferEndOthers onClose={close} />}
    </Dialog>
  )
}

async function add(name: string): Promise<void> {
  await addPasskey(name)
  showSuccess('Passkey was added')
}

function Row({ passkey, onOpen }: { passkey: Passkey; onOpen: (what: 'rename' | 'remove') => void }) {
  const { dateTime } = useDates()
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className={classes.passkey}>
      <IconFingerprint size={18} aria-hidden />
      <div className={classes.words}>
        <div className={classes.name}>{name}</div>
        <div className={classes.used}>
          Added {dateTime(createdAt)} · {lastUsedAt ? `last used ${dateTime(lastUsedAt)}` : 'never used'}
        </div>
      </div>
      <div className={classes.buttons}>
        <Button size="compact-sm" variant="default" onClick={() => onOpen('rename')} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onOpen('remove')} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
    </li>
  )
}

interface RemoveProps {
  passkey: Passkey
  onClose: () => void
  onRemoved: () => void
}

function Remove({ passkey, onClose, onRemoved }: RemoveProps) {
  const { run, busy, fault } = useAttempt()
  const remove = async () => {
    if (!(await run(() => removePasskey(passkey)))) return
    showSuccess('Passkey was removed')
    onRemoved()
  }
  return (
    <Confirm
      opened
      title={`Remove ${passkey.name}?`}
      confirm="Remove"
      danger
      busy={busy}
      fault={fault}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      It signs you in no more. Delete it on the device or in the password manager too; only you can do that.
    </Confirm>
  )
}
