import type { View, ViewDefinition, ViewedList } from '#contract/views/view.ts'
import { DeleteView } from '#web/model/views/saving/delete-view.tsx'
import { DeletedViews } from '#web/model/views/saving/deleted-views.tsx'
import { EditView, SaveAsNew } from '#web/model/views/saving/save-dialog.tsx'

export type OpenedDialog = 'save' | 'edit' | 'delete' | 'trash' | null

interface ViewDialogsProps {
  opened: OpenedDialog
  list: ViewedList
  /** The view that is open; null for none. */
  view: View | null
  /** What 'Save as new' stores. */
  definition: ViewDefinition
  onClose: () => void
  /** Opens another view; undefined is the list without one. */
  onOpen: (id: number | undefined) => void
}

/** The dialogs of views: a new one, the open one's name and sharing, its deletion, and those deleted. */
export function ViewDialogs({ opened, list, view, definition, onClose, onOpen }: ViewDialogsProps) {
  if (opened === 'save')
    return (
      <SaveAsNew
        list={list}
        definition={definition}
        onClose={onClose}
        onSaved={({ id }) => {
          onClose()
          onOpen(id)
        }}
      />
    )
  if (opened === 'trash') return <DeletedViews list={list} onClose={onClose} />
  if (!view) return null
  if (opened === 'edit') return <EditView view={view} onClose={onClose} />
  if (opened !== 'delete') return null
  return (
    <DeleteView
      view={view}
      onClose={onClose}
      onDeleted={() => {
        onClose()
        onOpen(undefined)
      }}
    />
  )
}
