import { useQuery } from '@tanstack/react-query'
import { ASKED_OF_CLIENT, isMissing } from '#contract/papers/paper-codes.ts'
import { AskDialog } from '#web/features/papers/ask-dialog.tsx'
import { papersQuery } from '#web/features/papers/shared/papers.ts'

/** The dialog that asks the client of an order for what is missing: all of it, to begin with. */
export function AskClient({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { data } = useQuery(papersQuery(orderId))
  if (!data) return null
  const missing = data.items.filter((paper) => isMissing(paper) && ASKED_OF_CLIENT.includes(paper.supplier))
  return <AskDialog orderId={orderId} missing={missing} first={missing.map(({ id }) => id)} onClose={onClose} />
}
