import './app/strict-policy.ts'
import '#web/ui/page/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { request } from '#web/lib/api/api.ts'
import { endSession, onSessionEnd } from '#web/lib/api/expiry.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { onStoredElsewhere } from '#web/lib/browser/browser-storage.ts'
import { hasUnsaved } from '#web/lib/browser/unsaved.ts'
import { Providers } from './app/providers.tsx'
import { goToLogin, router } from './app/router.tsx'

onSessionEnd(goToLogin)
// Logged out in another tab: this one follows, unless that would lose input.
onStoredElsewhere(storedToken.key, (token) => {
  if (token === null && !hasUnsaved()) endSession()
})

// A part of the app that cannot be loaded: any answer tells whether a newer version took it away.
window.addEventListener('vite:preloadError', () => {
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
