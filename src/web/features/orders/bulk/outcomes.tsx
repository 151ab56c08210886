import { Checkbox } from '@mantine/core'
import type { LeftOut, RunPreview } from '#contract/runs/start-run.ts'
import { OrderNames } from '#web/features/orders/shared/order-names.tsx'
import classes from '#web/features/runs/shared/counted.module.css'
import { Counted } from '#web/features/runs/shared/counted.tsx'
import { outcomeWords, withoutMailWords, withoutPdfWords } from '#web/features/runs/shared/run-words.ts'

/** Which orders that an event tells nothing new are left out, and how to change that. */
export interface LeavingOut {
  leaveOut: readonly LeftOut[]
  onLeaveOut: (leaveOut: readonly LeftOut[]) => void
}

interface OutcomesProps {
  preview: RunPreview
  /** Without it, nobody is asked what to leave out. */
  leaving?: LeavingOut | undefined
}

const isLeftOut = (outcome: string): outcome is LeftOut => outcome === 'has-already' || outcome === 'further-on'

/** The orders of a run by what it does to them: each count opens its orders. */
export function Outcomes({ preview: { outcomes, noAddress, attachments }, leaving }: OutcomesProps) {
  /** Whether orders fail for this reason: then nobody gets a mail without the PDF. */
  const fails = (reason: string) => outcomes.some((each) => each.outcome === 'cannot' && each.reason === reason)
  const without = attachments?.cannot.filter(({ reason }) => !fails(reason)) ?? []
  return (
    <ul className={classes.outcomes}>
      {outcomes.map(({ outcome, ids, count, reason }) => (
        <Counted
          key={`${outcome} ${reason}`}
          words={outcomeWords({ outcome, count, reason })}
          named={<OrderNames ids={ids} />}
        >
          {leaving && isLeftOut(outcome) && <LeaveOut outcome={outcome} {...leaving} />}
        </Counted>
      ))}
      {noAddress && noAddress.count > 0 && (
        <Counted words={withoutMailWords(noAddress.count)} named={<OrderNames ids={noAddress.ids} />} />
      )}
      {without.map(({ ids, count, reason }) => (
        <Counted key={reason} words={withoutPdfWords(count, reason)} named={<OrderNames ids={ids} />} />
      ))}
    </ul>
  )
}

function LeaveOut({ outcome, leaveOut, onLeaveOut }: LeavingOut & { outcome: LeftOut }) {
  const others = leaveOut.filter((each) => each !== outcome)
  return (
    <Checkbox
      size="xs"
      label="Leave out"
      aria-label={outcome === 'has-already' ? 'Leave out orders that have it' : 'Leave out orders that are further on'}
      checked={leaveOut.includes(outcome)}
      onChange={({ currentTarget }) => onLeaveOut(currentTarget.checked ? [...others, outcome] : others)}
    />
  )
}
