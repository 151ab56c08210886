/** A run over this many rows that has just begun, as calls answer it. */
export const newRun = (total: number) => ({
  id: 9,
  state: 'running',
  total,
  done: 0,
  failed: 0,
  skipped: 0,
  heldUntil: null,
  createdBy: { id: 1, name: 'Marta' },
  createdAt: '2026-11-20T09:05:00.000Z',
  startedAt: null,
  finishedAt: null,
  rows: { waiting: total, done: 0, failed: 0, skipped: 0, undone: 0 },
  mails: { waiting: 0, sent: 0, failed: 0, unsent: 0, cancelled: 0 },
  reasons: [],
})
