import './app/strict-policy.ts'
import '#web/ui/page/styles.ts'
import '#web/ui/page/gutter.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { request } from '#web/lib/api/api.ts'
import { connection, OFFLINE } from '#web/lib/api/connection.ts'
import { endSession, onSessionEnd } from '#web/lib/api/expiry.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { onStoredElsewhere } from '#web/lib/browser/browser-storage.ts'
import { keepKeysOfInputMethods } from '#web/lib/browser/input-methods.ts'
import { hasUnsaved } from '#web/lib/browser/unsaved.ts'
import { holdUnreadForms } from '#web/lib/saving/unread-fields.ts'
import { Providers } from './app/providers.tsx'
import { goToLogin, router } from './app/router.tsx'

keepKeysOfInputMethods()
holdUnreadForms()
onSessionEnd(goToLogin)
// A logout in another tab ends this session too, unless that would lose input.
onStoredElsewhere(storedToken.key, (token) => {
  if (token === null && !hasUnsaved()) endSession()
})

// A part of the app that fails to load may be gone with its version: any reply reveals that. Without a
// connection the error gets another name, because for its own the router would reload, and the browser show
// an empty page.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!window.navigator.onLine || connection.get() !== 'up') payload.message = `${OFFLINE}: ${payload.message}`
  request(z.unknown(), 'health').catch(() => {})
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}
