import { Anchor } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import type { RunPreview } from '#contract/runs/start-run.ts'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { appliesWords, mailsToWords } from '#web/features/runs/shared/run-words.ts'
import { picked } from '#web/model/bulk/picked.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import classes from './bulk.module.css'
import type { Preview } from './use-bulk.ts'

/** Names of skipped orders for one reason, at most; there may be thousands. */
const MOST_NAMES = 20

/**
 * 'Applies to 37, skips 3 (2 cancelled, 1 with a deleted client)', the mails that go, and on request the
 * skipped orders.
 */
export function RunSummary({ preview: { data, fault, waiting, again } }: { preview: Preview }) {
  const [named, setNamed] = useState(false)
  if (fault) return <Fault {...fault} onRetry={again} />
  return (
    <div className={classes.summary} aria-busy={waiting}>
      <div role="status">
        {data ? (
          <>
            <strong>{appliesWords(data)}</strong>
            <Mails mails={data.mails} />
          </>
        ) : (
          waiting && 'Counting…'
        )}
      </div>
      {data && data.papers.length > 0 && <Lacking papers={data.papers} />}
      {data && data.skips.length > 0 && (
        <>
          <Anchor component="button" type="button" aria-expanded={named} onClick={() => setNamed(!named)}>
            {named ? 'Hide the skipped orders' : 'Show the skipped orders'}
          </Anchor>
          {named && data.skips.map((skip) => <Skipped key={skip.reason} skip={skip} />)}
        </>
      )}
    </div>
  )
}

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

function Mails({ mails }: Pick<RunPreview, 'mails'>) {
  const words = mailsToWords(mails)
  return words && <div>{words}</div>
}

/** Orders that are skipped for one reason. */
function Skipped({ skip: { reason, ids, count } }: { skip: RunPreview['skips'][number] }) {
  const shown = ids.slice(0, MOST_NAMES)
  const known = picked.get().orders
  const read = useQueries({ queries: shown.map((id) => ({ ...orderQuery(id), enabled: !known.has(id) })) })
  const names = shown.map((id, at) => {
    const order = known.get(id) ?? read[at]?.data
    return order
      ? [formatTrackingCode(trackingCodeOf(order)), order.companyName].filter(Boolean).join(' ')
      : `Order ${id}`
  })
  const more = count - shown.length
  return (
    <div>
      {reason}: {names.join(', ')}
      {more > 0 && ` and ${more} more`}
    </div>
  )
}
