import { useState } from 'react'
import type { asked } from '#web/lib/api/expiry.ts'
import { LoginAgainDialog } from './login-again-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import { StepUpDialog } from './step-up-dialog.tsx'

const DIALOGS = { login: LoginAgainDialog, code: StepUpDialog, 'set-up': SetUpDialog }

/** The dialog of a question; once it is answered, the same one closes. */
export function AskedDialog({ question }: { question: ReturnType<typeof asked.get> }) {
  const [last, setLast] = useState(question)
  if (question && question !== last) setLast(question)
  const shown = question ?? last
  if (!shown) return null
  const Shown = DIALOGS[shown.what]
  return <Shown opened={question !== null} onAnswer={(done) => question?.answer(done)} />
}
