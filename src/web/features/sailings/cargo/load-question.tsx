import { Confirm } from '#web/ui/dialog/confirm.tsx'
import type { Cargo } from './use-cargo.ts'

/** Asks before cargo goes with a sailing that it does not fit; nothing without such cargo. */
export function LoadQuestion({ cargo: { question } }: { cargo: Cargo }) {
  if (!question) return null
  const { oddities, answer } = question
  return (
    <Confirm
      opened
      title="Load all the same?"
      confirm="Load all the same"
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {oddities.map((oddity) => (
        <div key={oddity}>{oddity}</div>
      ))}
    </Confirm>
  )
}
