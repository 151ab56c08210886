import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

/** Asks, then cancels a mail that has not been sent; recipients it has not reached get nothing. */
export function CancelMail({ id, subject }: { id: number; subject: string }) {
  const [asking, setAsking] = useState(false)
  const { run, forget, ...attempt } = useAttempt()
  const cancel = async () => {
    await request(z.unknown(), `admin/mail/${id}/cancel`, { method: 'POST' })
    showSuccess('The mail was cancelled')
  }
  const confirm = async () => {
    if (await run(cancel)) setAsking(false)
    // A refusal means that the mail was sent meanwhile: the page shows when.
    for (const queryKey of [['mail-log'], ['orders']]) void queryClient.invalidateQueries({ queryKey })
  }
  const ask = () => {
    forget()
    setAsking(true)
  }
  return (
    <>
      <Button size="compact-sm" variant="default" leftSection={<IconBan size={14} aria-hidden />} onClick={ask}>
        Cancel mail
      </Button>
      <Confirm
        opened={asking}
        title="Cancel mail"
        confirm="Cancel mail"
        cancel="Keep it"
        danger
        {...attempt}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        '{subject}' has not been sent yet. Once cancelled, nobody gets it; Retry can still send it later.
      </Confirm>
    </>
  )
}
