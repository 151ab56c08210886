import { refreshSailings } from '#web/features/sailings/shared/sailings.ts'
import { takeOverSailing } from '#web/features/sailings/shared/take-over.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'

/** Gives the booking confirmation of an order its sailing's values, and says so. */
export function useTakeOver(orderId: number, { id, reference }: { id: number; reference: string }) {
  const { run, busy } = useAttempt()
  const takeOver = () =>
    void run(async () => {
      await takeOverSailing(id, [orderId])
      await refreshSailings()
      showSuccess(`The booking confirmation now follows ${reference}`)
    })
  return { takeOver, busy }
}
