import { whenIdle } from '#web/lib/browser/when-idle.ts'

/** Loads the parts that the next clicks need, when the browser is idle. */
export function prefetchOnIdle(): void {
  void whenIdle().then(() => {
    const parts = [
      import('#web/app/pages/order-page.tsx'),
      import('#web/features/orders/set-event/set-event-drawer.tsx'),
      import('#web/ui/dialog/confirm.tsx'),
      import('#web/app/login-again-dialog.tsx'),
      import('./menu-drawer.tsx'),
      import('./back-link.tsx'),
      import('#web/features/orders/list/no-orders.tsx'),
    ]
    // A part that fails to load now is loaded again when needed.
    void Promise.allSettled(parts)
  })
}
