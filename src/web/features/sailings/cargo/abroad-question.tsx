import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import type { Cargo } from './use-cargo.ts'

/** Asks before orders go with a sailing to another country than theirs; nothing without such orders. */
export function AbroadQuestion({ sailing, cargo: { question } }: { sailing: Sailing; cargo: Cargo }) {
  if (!question) return null
  const { abroad, answer } = question
  return (
    <Confirm
      opened
      title="Load for another country?"
      confirm={abroad.length === 1 ? 'Load it all the same' : 'Load them all the same'}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {abroad.map(({ trackingCode, message }) => (
        <div key={trackingCode}>
          {formatTrackingCode(trackingCode)} {message}, this sailing to{' '}
          {sailing.portNames.portOfDischarge || sailing.portOfDischarge}.
        </div>
      ))}
    </Confirm>
  )
}
