import { z } from 'zod'

declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

// The page's policy allows neither eval nor style elements without its nonce: zod must not compile its
// checks, and the scroll lock of dialogs finds the nonce by this name. This file is imported first, because
// both are read early.
z.config({ jitless: true })
window.__webpack_nonce__ = document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''
