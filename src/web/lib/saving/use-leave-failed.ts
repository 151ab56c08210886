import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showError } from '#web/lib/browser/toast.tsx'

/**
 * What a page is about does not load: says why and leads to its list. With `mayGoBack` to where one came from in the
 * app, when it may still be there. A 401 has its own way.
 */
export function useLeaveFailed(
  error: Error | null,
  to: '/orders' | '/blog' | '/templates',
  { mayGoBack = false } = {},
): void {
  const router = useRouter()
  useEffect(() => {
    if (!error || (error instanceof ApiError && error.code === 401)) return
    showError(error)
    const gone = error instanceof ApiError && error.code === 404
    if (mayGoBack && !gone && router.history.canGoBack()) router.history.back()
    else void router.navigate({ to, replace: true, ignoreBlocker: true })
  }, [error, to, mayGoBack, router])
}
