import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RUN_KIND_LABELS } from '#contract/runs/runs.ts'
import type { OfferKind } from '#contract/runs/start-run.ts'
import { addressedTo } from '#web/features/offers/shared/offer-looks.ts'
import { offerQuery } from '#web/features/offers/shared/offer-queries.ts'
import classes from '#web/features/runs/shared/counted.module.css'
import { Counted, MOST_NAMED, NamedRows } from '#web/features/runs/shared/counted.tsx'
import { RunHeadline } from '#web/features/runs/shared/run-headline.tsx'
import { nounCount, outcomeWords } from '#web/features/runs/shared/run-words.ts'
import { previewQuery, startRun } from '#web/features/runs/shared/start-run-calls.ts'
import { watchRun } from '#web/features/runs/shared/watched-runs.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

/** Buttons of the acts on selected offers. */
export const OFFER_ACTS: Record<OfferKind, string> = {
  'offer-send': 'Send',
  'offer-follow-up': 'Follow up',
  'offer-withdraw': 'Withdraw',
}

const CONSEQUENCES: Record<OfferKind, string> = {
  'offer-send': 'Each goes out by the mail Offer, with its PDF and a link to accept it.',
  'offer-follow-up': 'Each is asked about by the mail Offer follow-up, with a link of its own.',
  'offer-withdraw': 'Their pages show no prices any more. Mails that are still held do not leave.',
}

interface OfferRunDialogProps {
  kind: OfferKind
  /** The offers that were selected when it opened. */
  ids: readonly number[]
  onClose: () => void
  onStarted: () => void
}

/** Asks before an act on many offers: how many it does, which it leaves out and why, and the mails that go. */
export function OfferRunDialog({ kind, ids, onClose, onStarted }: OfferRunDialogProps) {
  // The selection may change below the dialog: what was counted is what is done.
  const [asked] = useState({ kind, input: {}, selection: { ids } })
  const keyOf = useSubmissionKey()
  const { run, forget: _, ...attempt } = useAttempt()
  const { data, error, isFetching, refetch } = useQuery(previewQuery(asked, null))
  const preview = { data, fault: faultOf(error), waiting: isFetching, again: () => void refetch() }
  const start = async () => {
    watchRun(await startRun(asked, keyOf(asked)))
    onStarted()
    onClose()
  }
  return (
    <Confirm
      opened
      title={RUN_KIND_LABELS[kind]}
      confirm={`${OFFER_ACTS[kind]} ${data ? nounCount('offer', data.applies) : 'offers'}`}
      danger={kind === 'offer-withdraw'}
      disabled={!data || data.applies === 0 || isFetching}
      {...attempt}
      onConfirm={() => void run(start)}
      onCancel={onClose}
    >
      {CONSEQUENCES[kind]}
      <RunHeadline preview={preview} />
      {data && (
        <ul className={classes.outcomes}>
          {data.outcomes.map((outcome) => (
            <Counted
              key={`${outcome.outcome} ${outcome.reason}`}
              words={outcomeWords(outcome, 'offer')}
              named={<Named ids={outcome.ids} />}
            />
          ))}
        </ul>
      )}
    </Confirm>
  )
}

/** Offers by number and addressee. */
function Named({ ids }: { ids: readonly number[] }) {
  const shown = ids.slice(0, MOST_NAMED)
  const read = useQueries({ queries: shown.map((id) => offerQuery(id)) })
  const rows = shown.map((id, at) => {
    const offer = read[at]?.data
    return {
      id,
      href: `/offers/${id}`,
      name: offer?.reference ?? `Offer ${id}`,
      company: offer ? addressedTo(offer) : '',
    }
  })
  return <NamedRows rows={rows} more={ids.length - shown.length} />
}
