import { Button } from '@mantine/core'
import { IconMailQuestion, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ASKED_OF_CLIENT, isMissing } from '#contract/papers/paper-codes.ts'
import type { PapersOfOrder } from '#contract/papers/papers.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { AddPaperDialog } from './add-paper-dialog.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { PaperRow } from './paper-row.tsx'
import classes from './papers.module.css'
import { summaryOf } from './shared/paper-words.ts'
import { papersQuery } from './shared/papers.ts'
import { UploadLinks } from './upload-links.tsx'

/** The checklist of an order: papers that are there, missing ones, and the actions on each. */
export function PapersPanel({ orderId }: { orderId: number }) {
  const query = useQuery(papersQuery(orderId))
  const fault = faultOf(query.error)
  if (!query.data) {
    return fault ? <Fault {...fault} onRetry={() => void query.refetch()} /> : <LoadingBlock height={180} />
  }
  return <Checklist orderId={orderId} papers={query.data} />
}

function Checklist({ orderId, papers: { items, links } }: { orderId: number; papers: PapersOfOrder }) {
  const [asking, setAsking] = useState<number[] | null>(null)
  const [adding, setAdding] = useState(false)
  const dates = useDates()
  const askable = items.filter((paper) => isMissing(paper) && ASKED_OF_CLIENT.includes(paper.supplier))
  return (
    <section className={classes.panel} aria-label="Checklist">
      <div className={classes.head}>
        <strong role="status">{items.length > 0 ? summaryOf(items, dates) : 'No papers are asked for'}</strong>
        <div className={classes.tools}>
          <Button
            size="xs"
            leftSection={<IconMailQuestion size={16} aria-hidden />}
            variant={askable.length > 0 ? 'filled' : 'default'}
            disabled={askable.length === 0}
            onClick={() => setAsking(askable.map(({ id }) => id))}
          >
            Ask client
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add paper
          </Button>
        </div>
      </div>
      <ul aria-label="Papers">
        {items.map((paper) => (
          <PaperRow key={paper.id} paper={paper} ask={() => setAsking([paper.id])} />
        ))}
      </ul>
      <UploadLinks orderId={orderId} links={links} />
      {asking && <AskDialog orderId={orderId} missing={askable} first={asking} onClose={() => setAsking(null)} />}
      {adding && <AddPaperDialog orderId={orderId} onClose={() => setAdding(false)} />}
    </section>
  )
}
