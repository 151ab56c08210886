import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { RunPreview } from '#contract/runs/start-run.ts'
import { RunHeadline } from '#web/features/runs/shared/run-headline.tsx'
import { conflictWords } from '#web/features/sailings/shared/fitting.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import classes from './bulk.module.css'
import { type LeavingOut, Outcomes } from './outcomes.tsx'
import type { Preview } from './use-bulk.ts'

interface RunDetailsProps {
  preview: Preview
  leaving?: LeavingOut
}

/**
 * 'Applies to 37, skips 3 (2 cancelled, 1 with a deleted client)', the mails that go, and the orders by what
 * happens to them.
 */
export const RunSummary = ({ preview }: { preview: Preview }) => (
  <>
    <RunHeadline preview={preview} />
    <RunDetails preview={preview} />
  </>
)

/** The orders by what happens to them; until that is known, the place of one line. */
export const RunDetails = ({ preview: { data }, leaving }: RunDetailsProps) => (
  <div className={classes.details}>
    {data && data.papers.length > 0 && <Lacking papers={data.papers} />}
    {data && data.conflicts.length > 0 && <Conflicts conflicts={data.conflicts} />}
    {data && <Outcomes preview={data} leaving={leaving} />}
  </div>
)

/** Orders that would be loaded although mandatory papers are missing. */
function Lacking({ papers }: Pick<RunPreview, 'papers'>) {
  const count = papers.length === 1 ? '1 order' : `${papers.length.toLocaleString('en')} orders`
  return (
    <Notice warn role="alert" title={`Mandatory papers of ${count} are missing`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, for keyboards too */}
      <ul className={classes.lacking} tabIndex={0}>
        {papers.map(({ orderId, trackingCode, names }) => (
          <li key={orderId}>{`${formatTrackingCode(trackingCode)}: ${names.join(', ')}`}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Booking confirmations that are overwritten. */
const Conflicts = ({ conflicts }: Pick<RunPreview, 'conflicts'>) => (
  <Notice warn role="alert" title="Booking confirmations are overwritten">
    {conflicts.map((conflict) => (
      <div key={conflict.confirmed}>{conflictWords(conflict, { who: 'One confirmation' })}</div>
    ))}
  </Notice>
)
