import { whenStill } from '#web/lib/browser/when-still.ts'

/** Loads the parts that the next clicks need, once the screen is complete and still. */
export function prefetchOnceStill(): void {
  void whenStill().then(() => {
    const parts = [
      import('#web/app/pages/order-page.tsx'),
      import('#web/features/orders/set-event/set-event-drawer.tsx'),
      import('#web/ui/dialog/confirm.tsx'),
      import('#web/app/login-again-dialog.tsx'),
      import('./menu-drawer.tsx'),
      import('#web/features/orders/list/no-orders.tsx'),
    ]
    // A part that fails to load now is loaded again when needed.
    void Promise.allSettled(parts)
  })
}
