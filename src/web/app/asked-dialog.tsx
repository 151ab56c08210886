import { useState } from 'react'
import type { asked, proofAsked } from '#web/lib/api/expiry.ts'
import { LoginAgainDialog } from './login-again-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import { StepUpDialog } from './step-up-dialog.tsx'

const DIALOGS = { login: LoginAgainDialog, 'set-up': SetUpDialog }

/** The last question: a dialog keeps showing it while it closes. */
function useLast<T>(now: T | null): T | null {
  const [last, setLast] = useState(now)
  if (now && now !== last) setLast(now)
  return now ?? last
}

interface AskedDialogProps {
  question: ReturnType<typeof asked.get>
  confirming: ReturnType<typeof proofAsked.get>
}

/** The dialog of a question and, over it, that of a confirmation. Each stays mounted while it closes. */
export function AskedDialog({ question, confirming }: AskedDialogProps) {
  const [shown, confirm] = [useLast(question), useLast(confirming)]
  const Shown = shown && DIALOGS[shown.what]
  return (
    <>
      {Shown && <Shown opened={question !== null} onAnswer={(done) => question?.answer(done)} />}
      {confirm && (
        <StepUpDialog opened={confirming !== null} ways={confirm.ways} onAnswer={(done) => confirming?.answer(done)} />
      )}
    </>
  )
}
