import { Button, VisuallyHidden } from '@mantine/core'
import type { View, ViewDefinition } from '#contract/views/view.ts'
import { useColumnTitles } from '#web/model/views/column-titles.ts'
import classes from '#web/model/views/views.module.css'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { definitionWords } from './definition-words.ts'

interface ViewConflictProps {
  message: string
  current: View
  sent: ViewDefinition
  busy: boolean
  onOverwrite: () => void
  onSaveAsNew: () => void
  onClose: () => void
}

/** A view that somebody else has saved meanwhile: both definitions side by side, and the choice. */
export function ViewConflict({ message, current, sent, busy, onOverwrite, onSaveAsNew, onClose }: ViewConflictProps) {
  const titles = useColumnTitles()
  const [theirs, yours] = [current.definition, sent].map((each) => definitionWords(current.list, each, titles))
  const differing = theirs?.filter(({ value }, at) => value !== yours?.[at]?.value) ?? []
  return (
    <Dialog opened onClose={onClose} title={message} size="lg" busy={busy}>
      <table className={classes.conflict}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Part</VisuallyHidden>
            </th>
            <th scope="col">Saved meanwhile</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
              <td>{yours?.find((each) => each.label === label)?.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differing.length === 0 && <p>Both show the same; only its name or who sees it was changed.</p>}
      <DialogButtons confirm="Save yours over it" onConfirm={onOverwrite} onCancel={onClose} busy={busy}>
        <Button variant="default" onClick={onSaveAsNew} disabled={busy}>
          Save as new
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
