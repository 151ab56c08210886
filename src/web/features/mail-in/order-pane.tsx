import { Button, NativeSelect } from '@mantine/core'
import { IconArrowLeft, IconLink, IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { STATUS_LABELS } from '#contract/codes/order-codes.ts'
import type { MailIn } from '#contract/mail-in/mail-in.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { OpenPapers } from './files/open-papers.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { linkMail, unlinkMail } from './shared/change-mail.ts'
import panes from './shared/inbox.module.css'
import { useInboxSearch } from './shared/inbox-search.ts'
import { mailInQuery } from './shared/mail-in.ts'
import classes from './shared/order.module.css'
import { useShownOrder } from './shared/shown-order.ts'

/** The order that a mail is about, with its open papers; without one, the orders that it may be about. */
export function OrderPane({ id }: { id: number }) {
  const { data: mail } = useQuery(mailInQuery(id))
  const { change } = useInboxSearch()
  return (
    <>
      <div className={`${panes.back} ${classes.backLine}`}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => change({ facts: undefined })}
        >
          Thread
        </Button>
      </div>
      {mail && (mail.orders.length === 0 ? <Unmatched mail={mail} /> : <OfOrder mail={mail} />)}
    </>
  )
}

function Unmatched({ mail }: { mail: MailIn }) {
  const [linking, setLinking] = useState(false)
  const link = async (orderId: number, code: string) => {
    await linkMail(mail.id, { orderIds: [orderId] })
    showSuccess(`Linked with ${formatTrackingCode(code)}`)
  }
  return (
    <div className={`${classes.order} ${panes.scroll}`}>
      <EmptyState
        icon={IconLinkOff}
        title="Unmatched"
        action={
          <Button leftSection={<IconLink size={16} aria-hidden />} onClick={() => setLinking(true)}>
            Link with an order
          </Button>
        }
      >
        {mail.suggestions.length === 0 && 'Nothing in this mail names an order.'}
      </EmptyState>
      {mail.suggestions.length > 0 && (
        <section>
          <h2>It may be about</h2>
          <ul className={classes.papers}>
            {mail.suggestions.map(({ orderId, trackingCode, reason }) => (
              <li key={orderId} className={classes.paper}>
                <TextLink to="/orders/$orderId" params={{ orderId }}>
                  {formatTrackingCode(trackingCode)}
                </TextLink>
                <div className={classes.dim}>{reason}</div>
                <Button
                  size="compact-sm"
                  variant="light"
                  aria-label={`Link with ${formatTrackingCode(trackingCode)}`}
                  onClick={() => void link(orderId, trackingCode).catch(showError)}
                >
                  Link
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {linking && (
        <LinkDialog
          mails={[mail]}
          link={(body) => linkMail(mail.id, body).then(() => 1)}
          onClose={() => setLinking(false)}
        />
      )}
    </div>
  )
}

function OfOrder({ mail }: { mail: MailIn }) {
  const orderId = useShownOrder(mail)
  const { change } = useInboxSearch()
  if (orderId === null) return null
  const unlink = async () => {
    await unlinkMail(mail.id, { orderIds: [orderId] })
    const undo = () => void linkMail(mail.id, { orderIds: [orderId] }).catch(showError)
    showSuccess('The mail is no longer linked with this order', { label: 'Undo', run: undo })
  }
  return (
    <div className={`${classes.order} ${panes.scroll}`}>
      {mail.orders.length > 1 && (
        <NativeSelect
          mb="sm"
          label={`One of ${mail.orders.length} orders`}
          value={String(orderId)}
          data={mail.orders.map((each) => ({ value: String(each.id), label: formatTrackingCode(each.trackingCode) }))}
          onChange={({ currentTarget }) => change({ order: Number(currentTarget.value) }, { replace: true })}
        />
      )}
      <Facts orderId={orderId} sailingId={mail.sailingId} />
      <OpenPapers key={orderId} mail={mail} orderId={orderId} />
      <Button
        mt="md"
        size="compact-sm"
        variant="subtle"
        leftSection={<IconLinkOff size={16} aria-hidden />}
        onClick={() => void unlink().catch(showError)}
      >
        Unlink from this order
      </Button>
    </div>
  )
}

function Facts({ orderId, sailingId }: { orderId: number; sailingId: number | null }) {
  const query = useQuery(orderQuery(orderId))
  const { date } = useDates()
  const fault = faultOf(query.data ? null : query.error)
  if (fault) return <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  const order = query.data
  if (!order) return <LoadingBlock height={180} />
  const { sailing, lastEventName, lastEventTime, inCharge } = order
  return (
    <section aria-label="Facts of the order">
      <h2>
        <TextLink to="/orders/$orderId" params={{ orderId }}>
          {formatTrackingCode(trackingCodeOf(order))}
        </TextLink>
      </h2>
      <dl className={classes.details}>
        <dt>Client</dt>
        <dd>
          {order.companyName || order.yourName}
          <div className={classes.dim}>{order.email}</div>
        </dd>
        <dt>Status</dt>
        <dd>{STATUS_LABELS[order.status]}</dd>
        <dt>Last event</dt>
        <dd>{lastEventName ? `${lastEventName}, ${date(lastEventTime)}` : EMPTY}</dd>
        <dt>Lane</dt>
        <dd>{[order.cityName, order.cartageName].filter(Boolean).join(' → ') || EMPTY}</dd>
        <dt>Sailing</dt>
        <dd>
          {sailing ? (
            <TextLink to="/sailings/$sailingId" params={{ sailingId: String(sailing.id) }}>
              {`${sailing.reference} · ${sailing.vessel} ${sailing.voyage}`}
            </TextLink>
          ) : (
            EMPTY
          )}
        </dd>
        <dt>In charge</dt>
        <dd>{inCharge?.name ?? 'Unassigned'}</dd>
        {sailingId !== null && sailingId !== sailing?.id && (
          <>
            <dt>Mail about</dt>
            <dd>
              <TextLink to="/sailings/$sailingId" params={{ sailingId: String(sailingId) }}>
                A sailing
              </TextLink>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
