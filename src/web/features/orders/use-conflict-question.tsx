import { type ReactNode, useState } from 'react'
import type { SaveConflict } from '#web/lib/save-merging.ts'
import { ConflictDialog, type ConflictRow, type Side } from '#web/ui/conflict-dialog.tsx'

interface Question {
  message: string
  rows: readonly ConflictRow[]
  answer: (sides: Side[] | null) => void
}

/** Asks which value to keep where two people changed the same: `ask` waits for the answer, `dialog` shows it. */
export function useConflictQuestion(rowOf: (keys: readonly string[], conflict: SaveConflict) => ConflictRow) {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = async (conflict: SaveConflict) => {
    const rows = conflict.conflicts.map(({ keys }) => rowOf(keys, conflict))
    const sides = await new Promise<Side[] | null>((answer) => setQuestion({ message: conflict.message, rows, answer }))
    setQuestion(null)
    return sides
  }
  const dialog: ReactNode = question && (
    <ConflictDialog
      message={question.message}
      rows={question.rows}
      onResolve={question.answer}
      onCancel={() => question.answer(null)}
    />
  )
  return { ask, dialog }
}
