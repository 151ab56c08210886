import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { namedRecord } from '#contract/lib/resource.ts'

/** GET: the stream of events. Below /api/, with the token in the header, like every call. */
export const LIVE_PATH = 'live'
/** POST: which record a tab has open. */
export const PRESENCE_PATH = 'live/presence'

/** Milliseconds between pings; the first one is sent at once. */
export const PING_MS = 20_000
/** Milliseconds without any event after which a reader must take the stream for dead. */
export const SILENT_MS = 45_000
/** Milliseconds after which the server ends a stream; the reader comes back with its last event id. */
export const STREAM_MS = 9 * 60_000
/** Milliseconds within which readers come back, or read again after a `resync`: each after a random part of it. */
export const RETURN_MS = 5_000
/** The most streams of a session: the next one ends the oldest. */
export const MAX_STREAMS = 3
/** The most changes told one by one, at once or since the last event id. */
export const MAX_CHANGES = 500
/** Minutes for which changes are kept for readers who come back. */
export const CHANGES_KEPT_MINUTES = 10
/** Milliseconds for which a writing transaction may hold changes back before readers must read again. */
export const HELD_BACK_MS = 10_000

/**
 * The events of the stream; `data` is JSON. Those with an id are `change`, `ping` and `resync`; `ping` and `replaced` carry
 * nothing. After `replaced` the stream ends, and its reader must not come back by itself.
 */
export const LIVE_EVENTS = ['change', 'presence', 'ping', 'resync', 'replaced'] as const

/**
 * Records that were changed alike, by one person. `entity` is the table as in the audit trail ('orders', 'clients',
 * 'confirmations' by the id of their order, 'sailings' …), and also:
 * - 'mails': the mail server took a mail ('sent'), or did not ('failed', 'delayed': it is tried again; 'cancelled'),
 * - 'attention': items of the queue ('open', 'change', 'close', 'claim', 'release', 'snooze', 'waive', 'unwaive'): counts may differ,
 * - 'notifications': the bell of the reader ('tell', 'read', 'remove'); `ids` is the reader's own id,
 * - 'runs': a run went on ('progress'), at most once a second for each.
 */
export const changeEvent = z.object({
  entity: z.string(),
  /** Empty for what has no id, such as the settings. */
  ids: z.array(z.int()),
  /** The orders that the records belong to; for 'orders' the same as `ids`. */
  orderIds: z.array(z.int()),
  /** What happened: the audit trail's action without its first part ('update', 'create', 'remove', 'set-event' …). */
  kind: z.string(),
  /** Null for what the server did by itself. */
  by: namedRecord.nullable(),
  /** True if this session did it. Its runs, which work in the background, are not its own. */
  own: z.boolean(),
})
export type ChangeEvent = z.infer<typeof changeEvent>

/** Why a reader must read everything again: its last event is too old, too many changes, changes held back, a new database. */
export const RESYNC_REASONS = ['gap', 'many', 'held-back', 'restart'] as const
export const resyncEvent = z.object({ reason: z.literal(RESYNC_REASONS) })
export type ResyncEvent = z.infer<typeof resyncEvent>

/** Milliseconds between the messages of a visible tab about the record it has open. */
export const PRESENCE_BEAT_MS = 15_000
/** Seconds after its last message for which a tab counts as present. */
export const PRESENCE_SECONDS = 35
/** The most records that one session has open; the one heard of longest ago makes room. */
export const MAX_OPEN_RECORDS = 50
/** The records whose readers are shown to each other, by their table. */
export const PRESENCE_ENTITIES = [
  'orders',
  'clients',
  'sailings',
  'containers',
  'mailTemplates',
  'htmlBlocks',
  'articles',
] as const
/** The most characters of a tab's name and of the part that is edited. */
export const MAX_TAB = 64
export const MAX_PART = 64

/** The body of POST live/presence. `tab` is any text that a tab makes for itself; `part` says what is edited ('Shipment'). */
export const presenceInput = z.object({
  entity: f.oneOf(PRESENCE_ENTITIES, `entity is one of ${PRESENCE_ENTITIES.join(', ')}`),
  entityId: f.id(),
  mode: f.oneOf(['view', 'edit', 'left'], 'mode is view, edit or left'),
  part: f.text('part', MAX_PART),
  tab: f.requiredText('tab', MAX_TAB),
})
export type PresenceInput = z.input<typeof presenceInput>

/** Everybody who has a record open now, the reader included: one entry a person, with what they edit in any of their tabs. */
export const presenceEvent = z.object({
  entity: z.literal(PRESENCE_ENTITIES),
  entityId: z.int(),
  people: z.array(
    z.object({
      ...namedRecord.shape,
      mode: z.enum(['view', 'edit']),
      /** What they edit; null if they only look, or did not say. */
      part: z.string().nullable(),
    }),
  ),
})
export type PresenceEvent = z.infer<typeof presenceEvent>
