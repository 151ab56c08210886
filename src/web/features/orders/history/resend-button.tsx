import { Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RESEND_PAUSE_SECONDS, resendReply } from '#contract/orders/orders.ts'
import { useMailCopies } from '#web/features/mail/shared/mail-copies.ts'
import { MailGoesTo } from '#web/features/mail/shared/mail-goes-to.tsx'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

const secondsLeft = (until: number) =>
  Math.min(RESEND_PAUSE_SECONDS, Math.max(0, Math.ceil((until - Date.now()) / 1000)))

/** Seconds until `until` (ms), counted down. */
function useCountdown(until: number): number {
  const [left, setLeft] = useState(() => secondsLeft(until))
  useEffect(() => {
    setLeft(secondsLeft(until))
    const timer = window.setInterval(() => {
      const seconds = secondsLeft(until)
      setLeft(seconds)
      if (seconds === 0) window.clearInterval(timer)
    }, 500)
    return () => window.clearInterval(timer)
  }, [until])
  return left
}

/** Sends the booking request to the customer again, at most once a minute; counts down until the next one. */
export function ResendButton({ orderId }: { orderId: number }) {
  const [asking, setAsking] = useState(false)
  const { run, forget, ...attempt } = useAttempt()
  const [until, setUntil] = useState(0)
  const left = useCountdown(until)
  const { data: order } = useQuery(orderQuery(orderId))
  const copies = useMailCopies({ enabled: asking })
  const send = async () => {
    const { sentAt } = await request(resendReply, `request/booking/resend/${orderId}`, { method: 'POST' })
    setUntil(Date.parse(sentAt) + RESEND_PAUSE_SECONDS * 1000)
    showSuccess('Request info was resent successfully')
    void queryClient.invalidateQueries({ queryKey: ['orders', 'mails', orderId] })
  }
  const resend = async () => {
    if (await run(send)) setAsking(false)
  }
  const ask = () => {
    forget()
    setAsking(true)
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconMailForward size={14} aria-hidden />}
        disabled={left > 0}
        onClick={ask}
      >
        Resend request info{left > 0 && ` (${left} s)`}
      </Button>
      <Confirm
        opened={asking}
        title="Resend request info"
        confirm="Resend"
        {...attempt}
        onConfirm={() => void resend()}
        onCancel={() => setAsking(false)}
      >
        Attention! Booking request will be sent to the customer again
        {order && <MailGoesTo address={order.email} copies={copies} />}
      </Confirm>
    </>
  )
}
