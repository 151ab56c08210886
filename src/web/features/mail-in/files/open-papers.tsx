import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import type { MailIn } from '#contract/mail-in/mail-in.ts'
import type { Paper } from '#contract/papers/papers.ts'
import classes from '#web/features/mail-in/shared/order.module.css'
import { dueWords } from '#web/features/papers/shared/paper-words.ts'
import { papersQuery } from '#web/features/papers/shared/papers.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { DRAGGED, fileAndSay, openPapers } from './file-choices.ts'

/** The papers that an order still needs. A file of the mail that is dropped on one is filed as it. */
export function OpenPapers({ mail, orderId }: { mail: MailIn; orderId: number }) {
  const { data } = useQuery(papersQuery(orderId))
  if (!data) return null
  const open = openPapers(data.items)
  const files = mail.files.some(({ state }) => state === 'new')
  return (
    <section aria-label="Open papers">
      <h3>
        Open papers <span className={classes.dim}>{`${data.there} of ${data.total} there`}</span>
      </h3>
      {open.length === 0 ? (
        <p className={classes.dim}>{data.total === 0 ? 'This order needs no papers.' : 'All papers are there.'}</p>
      ) : (
        <ul className={classes.papers}>
          {open.map((paper) => (
            <OpenPaper key={paper.id} mail={mail} paper={paper} />
          ))}
        </ul>
      )}
      {open.length > 0 && files && <p className={classes.dim}>Drag a file onto its paper, or press f.</p>}
    </section>
  )
}

/** The file that is dragged, if it is one of this mail. */
function draggedFile({ dataTransfer }: DragEvent, { id, files }: MailIn) {
  try {
    const dragged: unknown = JSON.parse(dataTransfer.getData(DRAGGED))
    if (typeof dragged !== 'object' || dragged === null || !('mailId' in dragged) || dragged.mailId !== id)
      return undefined
    return files.find((file) => 'fileId' in dragged && file.id === dragged.fileId)
  } catch {
    return undefined
  }
}

function OpenPaper({ mail, paper }: { mail: MailIn; paper: Paper }) {
  const dates = useDates()
  const [over, setOver] = useState(false)
  const due = dueWords(paper, dates)
  const enter = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    const file = draggedFile(event, mail)
    setOver(false)
    if (!file) return
    event.preventDefault()
    void fileAndSay(mail, file, { orderId: paper.orderId, categoryId: paper.categoryId, paper })
  }
  return (
    <li
      className={classes.paper}
      data-over={over || undefined}
      onDragEnter={enter}
      onDragOver={enter}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div>{paper.name}</div>
      {due && (
        <div className={paper.overdue ? classes.late : classes.dim}>{paper.overdue ? `${due}, overdue` : due}</div>
      )}
    </li>
  )
}
