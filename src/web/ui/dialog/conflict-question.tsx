import { type ReactNode, useState } from 'react'
import { ConflictDialog, type ConflictRow, type Side } from './conflict-dialog.tsx'

/** A save in conflict: the fields that two people changed, with both values. */
interface Conflict {
  message: string
  conflicts: readonly { keys: readonly string[] }[]
  theirs: Record<string, unknown>
  mine: Record<string, unknown>
}

interface Question {
  message: string
  rows: readonly ConflictRow[]
  answer: (sides: Side[] | null) => void
}

/** Asks which value of fields in conflict to keep: `dialog` shows it, `ask` waits for the answer. */
export function useConflictQuestion(rowOf: (keys: readonly string[], conflict: Conflict) => ConflictRow) {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = async (conflict: Conflict) => {
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
