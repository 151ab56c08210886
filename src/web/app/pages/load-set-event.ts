/** Loads the set-event drawer, which opens over several pages. */
export const loadSetEvent = async () =>
  (await import('#web/features/orders/set-event/set-event-drawer.tsx')).SetEventDrawer
