import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showError } from '#web/lib/feedback/toast.ts'

/**
 * Leaves a page whose record failed to load: shows why and goes to the list at `to`, or with `mayGoBack` to
 * the screen before, unless the record is gone (404). A 401 is left to the login.
 */
export function useLeaveFailed(error: Error | null, to: string, { mayGoBack = false } = {}): void {
  const router = useRouter()
  useEffect(() => {
    if (!error || (error instanceof ApiError && error.code === 401)) return
    showError(error)
    const gone = error instanceof ApiError && error.code === 404
    if (mayGoBack && !gone && router.history.canGoBack()) router.history.back()
    else void router.navigate({ href: to, replace: true, ignoreBlocker: true })
  }, [error, to, mayGoBack, router])
}
