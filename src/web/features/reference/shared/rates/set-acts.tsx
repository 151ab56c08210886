import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod'
import { type RateSet, rateSets, UNDO_HOURS, type UndoneSet } from '#contract/rates/rate-sets.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { newIdempotencyKey } from '#web/lib/api/api.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { formDateTime, readDay, showDay } from '#web/lib/format/form-dates.ts'
import { refreshResource } from '#web/lib/resource/use-resource.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DayField } from '#web/ui/form/day-field.tsx'
import { RemoveDialog } from '#web/ui/resource/remove-dialog.tsx'
import { actOnSet, refreshSets, undoSet } from './rate-calls.ts'
import type { RateEdits } from './rate-edits.ts'
import { RATE_SPECS, type RateSpec } from './rate-specs.ts'
import classes from './rates.module.css'
import { SetDialog, typedDay } from './set-dialog.tsx'
import { changeName, changesText, changeText, fromText } from './set-words.ts'
import { SimulateDialog } from './simulate-dialog.tsx'
import { withSet } from './use-chosen-set.ts'

/** What is asked before something is done with a set. */
export type SetQuestion = 'simulate' | 'edit' | 'schedule' | 'apply' | 'cancel' | 'delete' | 'undo'

interface SetActsProps {
  set: RateSet
  to: RateSpec['to']
  asked: SetQuestion | null
  edits: RateEdits
  onClose: () => void
}

/** The dialogs of a set. Edits that wait are sent before any of them opens. */
export function SetActs({ set, to, asked, edits, onClose }: SetActsProps) {
  const navigate = useNavigate()
  useEffect(() => {
    if (asked) void edits.send()
  }, [asked, edits])
  if (asked === 'simulate') return <SimulateDialog set={set} onClose={onClose} />
  if (asked === 'edit') return <SetDialog set={set} to={to} onClose={onClose} />
  if (asked === 'schedule') return <ScheduleDialog set={set} onClose={onClose} />
  if (asked === 'apply') return <ApplyDialog set={set} onClose={onClose} />
  if (asked === 'undo') return <UndoDialog set={set} onClose={onClose} />
  if (asked === 'cancel')
    return (
      <Act
        title={`Cancel ${set.name}?`}
        confirm="Cancel it"
        cancel="Keep it"
        danger
        run={(key) => actOnSet(set.id, 'cancel', {}, key)}
        done={`${set.name} is cancelled`}
        onClose={onClose}
      >
        {set.state === 'scheduled'
          ? `Its ${changesText(set.changes)} will not take effect. This is final.`
          : `Its ${changesText(set.changes)} stay to be read. This is final.`}
      </Act>
    )
  if (asked === 'delete')
    return (
      <RemoveDialog
        resource={rateSets}
        id={set.id}
        name={set.name}
        consequence={`Also deletes its ${changesText(set.changes)}.`}
        onClose={onClose}
        onRemoved={() => void navigate({ to, search: (before: object) => withSet(before, undefined) })}
      />
    )
  return null
}

interface ActProps {
  title: string
  confirm: string
  cancel?: string
  danger?: boolean
  disabled?: boolean
  /** Does it, once for a key; returns true if the dialog stays, to say more. */
  run: (key: string) => Promise<unknown>
  /** The words of the toast. */
  done: string
  onClose: () => void
  children: ReactNode
}

/** Asks before something is done with a whole set; a refusal stays in the dialog. */
function Act({ run, done, onClose, children, ...question }: ActProps) {
  const attempt = useAttempt()
  const [key] = useState(newIdempotencyKey)
  const act = async () => {
    let stays = false
    const worked = await attempt.run(async () => {
      stays = (await run(key)) === true
    })
    // Whatever was refused may have changed since: it is read again.
    void refreshRates()
    if (!worked) return
    showSuccess(done)
    if (!stays) onClose()
  }
  return (
    <Confirm
      {...question}
      opened
      busy={attempt.busy}
      fault={attempt.fault}
      onConfirm={() => void act()}
      onCancel={onClose}
    >
      {children}
    </Confirm>
  )
}

/** Reads sets again, and all rates: applied ones are true now. */
const refreshRates = () =>
  Promise.all([refreshSets(), ...Object.values(RATE_SPECS).map(({ resource }) => refreshResource(resource))])

function ApplyDialog({ set, onClose }: { set: RateSet; onClose: () => void }) {
  return (
    <Act
      title={`Apply ${set.name} now?`}
      confirm="Apply now"
      disabled={set.changes === 0}
      run={(key) => actOnSet(set.id, 'apply', {}, key)}
      done={`${set.name} is applied`}
      onClose={onClose}
    >
      {set.changes === 0
        ? 'It changes nothing yet.'
        : `Its ${changesText(set.changes)} become true at once, for every new price. Quotes and orders keep theirs. It can be undone for ${UNDO_HOURS} hours.`}
    </Act>
  )
}

const scheduleSchema = z.object({
  validFrom: typedDay.refine((typed) => typed.trim() !== '', 'Choose when it takes effect'),
})

function ScheduleDialog({ set, onClose }: { set: RateSet; onClose: () => void }) {
  const dates = useDates()
  const keyOf = useSubmissionKey()
  const day = formDateTime(set.validFrom, dates.timeZone).day
  const form = useForm({
    schema: scheduleSchema,
    initialValues: { validFrom: day },
    keepRefusals: true,
    save: async ({ validFrom }) => {
      try {
        // The set's own time stays while its day does.
        const body = validFrom === day ? {} : { validFrom: readDay(validFrom) }
        const scheduled = await actOnSet(set.id, 'schedule', body, keyOf(body))
        showSuccess(`${set.name} takes effect on ${fromText(scheduled.validFrom ?? '', dates)}`)
        onClose()
      } finally {
        void refreshSets()
      }
    },
  })
  return (
    <FormDialog
      form={form}
      title={`Schedule ${set.name}`}
      confirm="Schedule"
      size="sm"
      disabled={set.changes === 0}
      onClose={onClose}
    >
      <DayField
        value={form.getValues().validFrom}
        onChange={(typed) => form.setFieldValue('validFrom', typed)}
        error={form.errors.validFrom}
        label="From"
        withAsterisk
        read={readDay}
        show={showDay}
        usual="upcoming"
      />
      <p className={classes.dim}>
        {set.changes === 0
          ? 'It changes nothing yet.'
          : `Its ${changesText(set.changes)} take effect as that day begins (${dates.timeZone}).`}
      </p>
    </FormDialog>
  )
}

function UndoDialog({ set, onClose }: { set: RateSet; onClose: () => void }) {
  const [undone, setUndone] = useState<UndoneSet | null>(null)
  if (undone)
    return (
      <Confirm opened title={`${set.name} was undone`} cancel="Close" onConfirm={onClose} onCancel={onClose}>
        {undone.undone === 0 ? 'Nothing went back.' : `${changesText(undone.undone)} went back.`} These changed since,
        and stay:
        <ul className={classes.plain}>
          {undone.refused.map((row) => (
            <li key={`${row.entity} ${row.recordId} ${row.field} ${row.label}`}>
              {changeName(row)}: {row.now === null ? 'gone' : changeText(row, row.now)} (the set brought{' '}
              {changeText(row, row.set)})
            </li>
          ))}
        </ul>
      </Confirm>
    )
  return (
    <Act
      title={`Undo ${set.name}?`}
      confirm="Undo"
      run={async (key) => {
        const answer = await undoSet(set.id, key)
        if (answer.refused.length > 0) setUndone(answer)
        return answer.refused.length > 0
      }}
      done={`${set.name} is undone`}
      onClose={onClose}
    >
      What it changed goes back to what it was before, except for what was changed since.
    </Act>
  )
}
