/** Loads what the next clicks need when the browser is idle. */
export function prefetchOnIdle(): void {
  const later = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 1500))
  later(() => {
    const parts = [
      import('./pages/order-page.tsx'),
      import('#web/features/orders/set-event/set-event-drawer.tsx'),
      import('#web/ui/dialog/confirm.tsx'),
      import('./login-again-dialog.tsx'),
      import('#web/app/shell/menu-drawer.tsx'),
    ]
    // A part that fails to load now is loaded again when needed.
    void Promise.allSettled(parts)
  })
}
