import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { MailInRow } from '#contract/mail-in/mail-in.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { MAX_QUERY, type SearchReply } from '#contract/search/search.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { searchQuery } from '#web/model/search/search-calls.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './link-dialog.module.css'
import { countedMails, type LinkBody } from './shared/change-mail.ts'

const PAUSE_MS = 150

/** What a mail can be linked with: an order, or all orders of a sailing. */
interface Target {
  key: string
  name: string
  detail: string
  body: LinkBody
}

interface LinkDialogProps {
  /** The mails to link; of one alone, its suggestions are shown before anything is typed. */
  mails: readonly Pick<MailInRow, 'id' | 'suggestions'>[]
  /** Links them; returns how many could be linked. */
  link: (body: LinkBody) => Promise<number>
  onClose: () => void
}

/** Searches orders and sailings, as the box does, to link mails with one. */
export function LinkDialog({ mails, link, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const query = useQuery(searchQuery(search))
  const { run, busy, fault } = useAttempt()
  const [one] = mails
  const suggested = (mails.length === 1 && one ? one.suggestions : []).map(
    ({ orderId, trackingCode, reason }): Target => ({
      key: `order ${orderId}`,
      name: formatTrackingCode(trackingCode),
      detail: reason,
      body: { orderIds: [orderId] },
    }),
  )
  const targets = search === '' ? suggested : targetsOf(query.data)
  const take = ({ name, body }: Target) =>
    run(async () => {
      const done = await link(body)
      const what = mails.length === 1 ? 'Linked' : `${countedMails(done)} linked`
      if (done > 0) showSuccess('sailingId' in body ? `${what} with the orders of ${name}` : `${what} with ${name}`)
      onClose()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first] = targets
    if (first && search === typed.trim() && !busy) void take(first)
  }
  const failed = fault ?? faultOf(query.error)
  const isNothing = search !== '' && query.isFetched && !query.isFetching && targets.length === 0
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Link ${mails.length === 1 ? '' : `${countedMails(mails.length)} `}with an order or a sailing`}
      size="lg"
    >
      <form onSubmit={submit}>
        <TextInput
          label="Find"
          description="A tracking code, container, PO, company or sailing. Enter takes the first."
          data-autofocus
          autoComplete="off"
          maxLength={MAX_QUERY}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      {failed && <Fault {...failed} />}
      <ul className={classes.found} aria-label="Found" aria-busy={query.isFetching}>
        {targets.map((target) => (
          <li key={target.key}>
            <UnstyledButton w="100%" className={classes.foundRow} disabled={busy} onClick={() => void take(target)}>
              <span>{target.name}</span>
              <span className={classes.dim}>{target.detail}</span>
            </UnstyledButton>
          </li>
        ))}
        {isNothing && <li className={classes.dim}>Nothing found.</li>}
      </ul>
    </Dialog>
  )
}

function targetsOf(reply: SearchReply | undefined): Target[] {
  if (!reply) return []
  const items = [...reply.groups.orders.items, ...reply.groups.sailings.items, ...reply.near]
  return items.flatMap(({ kind, id, title, detail }): Target[] => {
    if (kind === 'order')
      return [{ key: `order ${id}`, name: formatTrackingCode(title), detail, body: { orderIds: [id] } }]
    if (kind === 'sailing')
      return [{ key: `sailing ${id}`, name: title, detail: `All orders aboard · ${detail}`, body: { sailingId: id } }]
    return []
  })
}
