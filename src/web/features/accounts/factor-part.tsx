import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { SecondFactorState } from '#contract/accounts/second-factor.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useFocusAfter } from '#web/ui/dialog/return-focus.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import classes from './account.module.css'
import { fetchNewSecret, removeFactor, renewCodes, secondFactorQuery } from './account-calls.ts'
import { CodeDialog } from './code-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'
import { OfferEndOthers } from './shared/end-others.tsx'

const SET_UP = 'Set up a second factor'

type Opened = 'set up' | 'renew' | 'remove' | 'end others' | null

/** The account's second factor: set up, renewed, removed. */
export function FactorPart({ email }: { email: string }) {
  const [opened, setOpened] = useState<Opened>(null)
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const fault = faultOf(error)
  const close = useCallback(() => setOpened(null), [])
  const changed = () => setOpened('end others')
  return (
    <section className={classes.part} aria-labelledby="second-factor">
      <h3 id="second-factor">Second factor</h3>
      {fault && !data && <Fault {...fault} onRetry={() => void refetch()} />}
      {data?.since === null && <NoFactor onSetUp={() => setOpened('set up')} />}
      {data && data.since !== null && <FactorState state={data} since={data.since} onOpen={setOpened} />}
      {opened === 'set up' && <SetUpDialog email={email} onClose={close} onDone={changed} />}
      {opened === 'renew' && <RenewDialog email={email} onClose={close} />}
      {opened === 'remove' && <RemoveDialog required={data?.required ?? false} onClose={close} onRemoved={changed} />}
      {opened === 'end others' && <OfferEndOthers onClose={close} />}
    </section>
  )
}

interface SetUpDialogProps {
  email: string
  onClose: () => void
  onDone: () => void
}

/**
 * The dialog that sets up a second factor. Once it shows the recovery codes, which are never shown again,
 * only its last button closes it.
 */
function SetUpDialog({ email, onClose, onDone }: SetUpDialogProps) {
  const [kept, setKept] = useState(false)
  return (
    <Dialog opened busy={kept} onClose={onClose} title={SET_UP}>
      <SetUp email={email} done="Done" onDone={onDone} onCodes={() => setKept(true)} />
    </Dialog>
  )
}

function NoFactor({ onSetUp }: { onSetUp: () => void }) {
  const { run, busy, fault } = useAttempt()
  useFocusAfter(busy)
  const start = async () => {
    if (await run(fetchNewSecret)) onSetUp()
  }
  return (
    <>
      <StatusBadge tone="neutral" icon={IconShieldOff}>
        Not set up
      </StatusBadge>
      <p className={classes.dim}>
        With one, signing in takes a code of an app on your phone as well as your password, so that nobody can do
        anything with the password alone.
      </p>
      {fault && <Fault {...fault} />}
      <div className={classes.buttons}>
        <Button loading={busy} onClick={() => void start()}>
          {SET_UP}
        </Button>
      </div>
    </>
  )
}

interface FactorStateProps {
  state: SecondFactorState
  since: string
  onOpen: (what: Opened) => void
}

function FactorState({ state, since, onOpen }: FactorStateProps) {
  const { dateTime } = useDates()
  const { recoveryCodesLeft: left } = state
  return (
    <>
      <StatusBadge tone="good" icon={IconShieldCheck}>
        On since {dateTime(since)}
      </StatusBadge>
      <p className={classes.dim}>
        {left === 0 ? 'No recovery code is left.' : `${left} recovery ${left === 1 ? 'code' : 'codes'} left.`} They sign
        you in without your phone.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => onOpen('renew')}>
          New recovery codes
        </Button>
        <Button variant="default" onClick={() => onOpen('remove')}>
          Remove
        </Button>
      </div>
    </>
  )
}

function RenewDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const title = 'New recovery codes'
  if (codes)
    return (
      <Dialog opened busy onClose={onClose} title={title}>
        <RecoveryCodes codes={codes} email={email} done="Done" onDone={onClose} />
      </Dialog>
    )
  return (
    <CodeDialog
      title={title}
      confirm="Make new codes"
      act={async (code) => setCodes(await renewCodes(code))}
      onClose={onClose}
    >
      The recovery codes that you have now stop working.
    </CodeDialog>
  )
}

interface RemoveDialogProps {
  required: boolean
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ required, onClose, onRemoved }: RemoveDialogProps) {
  const remove = async (code: string) => {
    await removeFactor(code)
    showSuccess('Your second factor was removed')
    onRemoved()
  }
  return (
    <CodeDialog title="Remove the second factor?" confirm="Remove" danger act={remove} onClose={onClose}>
      {required
        ? 'Everybody here needs one: you will be asked to set up another one at once.'
        : 'Your password alone will sign you in. Your recovery codes stop working.'}
    </CodeDialog>
  )
}
