import { useState } from 'react'
import { faultOf, isOwnChoice } from '#web/lib/api/api-error.ts'
import { showError } from './toast.ts'

/**
 * Makes a call that a dialog confirms first. `run` returns whether it succeeded; a failure is a toast, and
 * `fault` until cleared.
 */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<ReturnType<typeof faultOf>>(null)
  const forget = () => setFault(null)
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    forget()
    try {
      await call()
      return true
    } catch (error) {
      showError(error)
      if (!isOwnChoice(error)) setFault(faultOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, run, forget }
}
