import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { type View, type ViewDefinition, view as viewSchema } from '#contract/views/view.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { same } from '#web/lib/saving/merge-changes.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { changeView } from './view-calls.ts'
import { ViewConflict } from './view-conflict.tsx'

const conflict = z.object({ current: viewSchema })

interface SaveChangesProps {
  view: View
  definition: ViewDefinition
  onSaved: () => void
  onSaveAsNew: () => void
}

interface Conflict {
  message: string
  current: View
}

/**
 * The version that the changes on screen began with. The view is read again when somebody else saves it, and
 * sending that newer version would overwrite their definition without a word. A new name alone is no
 * conflict, since saving leaves the name as it is.
 */
function useVersion(view: View): string {
  const [begun, setBegun] = useState(view)
  const isFollowed = begun.id !== view.id || same(begun.definition, view.definition)
  if (isFollowed && begun !== view) setBegun(view)
  return isFollowed ? view.updatedAt : begun.updatedAt
}

/**
 * Saves the changes into the view itself, after a question if it is shared. Somebody else's save is never
 * overwritten unseen.
 */
export function SaveChanges({ view, definition, onSaved, onSaveAsNew }: SaveChangesProps) {
  const version = useVersion(view)
  const [asking, setAsking] = useState(false)
  const [met, setMet] = useState<Conflict | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (updatedAt: string) => changeView(view.id, { definition, updatedAt }),
    onSuccess: () => {
      setMet(null)
      onSaved()
    },
    onError: (error) => {
      const read = error instanceof ApiError && error.code === 409 ? conflict.safeParse(error.data) : null
      if (read?.success) setMet({ message: messageOf(error), current: read.data.current })
      else showError(error)
    },
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button size="compact-sm" loading={isPending} onClick={() => (view.shared ? setAsking(true) : mutate(version))}>
        Save
      </Button>
      {asking && (
        <Confirm
          opened
          title={`Save "${view.name}"?`}
          confirm="Save for everybody"
          busy={isPending}
          onConfirm={() => mutate(version)}
          onCancel={() => setAsking(false)}
        >
          This view is shared: saving changes it for everybody.
        </Confirm>
      )}
      {met && (
        <ViewConflict
          {...met}
          sent={definition}
          busy={isPending}
          onOverwrite={() => mutate(met.current.updatedAt)}
          onSaveAsNew={() => {
            setMet(null)
            onSaveAsNew()
          }}
          onClose={() => setMet(null)}
        />
      )}
    </>
  )
}
