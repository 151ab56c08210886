import type { View } from '#contract/views/view.ts'
import { VIEW_TRASH_DAYS } from '#contract/views/views.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { Confirm, deleting } from '#web/ui/dialog/confirm.tsx'
import { useRemoveView } from './view-calls.ts'

interface DeleteViewProps {
  view: View
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a view goes to the trash. */
export function DeleteView({ view, onClose, onDeleted }: DeleteViewProps) {
  const remove = useRemoveView(view)
  const go = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        showSuccess(`View "${view.name}" deleted`)
        onDeleted()
      },
    })
  return (
    <Confirm {...deleting({ name: `the view "${view.name}"`, remove, onClose })} onConfirm={go}>
      {view.shared ? 'It goes for everybody. ' : ''}You can restore it for {VIEW_TRASH_DAYS} days.
    </Confirm>
  )
}
