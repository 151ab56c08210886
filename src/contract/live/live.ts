import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { namedRecord } from '#contract/lib/resource.ts'

/** The path of the stream of events (GET). Below /api/, with the token in the header, like every call. */
export const LIVE_PATH = 'live'
/** The path (POST) by which a tab says which record it has open. */
export const PRESENCE_PATH = 'live/presence'

/** Milliseconds between pings; the first one is sent at once. */
export const PING_MS = 20_000
/** Milliseconds of silence after which a reader must take the stream for dead. */
export const SILENT_MS = 45_000
/** Milliseconds after which the server ends a stream; the reader comes back with its last event id. */
export const STREAM_MS = 9 * 60_000
/** Milliseconds in which readers come back, or read again after a `resync`, each at a random moment. */
export const RETURN_MS = 5_000
/** The most streams of a session: one more ends the oldest. */
export const MAX_STREAMS = 3
/** The most changes that are named one by one, at once or since the last event id. */
export const MAX_CHANGES = 500
/** Minutes for which changes are kept for returning readers. */
export const CHANGES_KEPT_MINUTES = 10
/** Milliseconds for which a writing transaction may hold changes back before readers must read again. */
export const HELD_BACK_MS = 10_000

/**
 * Events of the stream; `data` is JSON. `change`, `ping` and `resync` have an id; `ping` and `replaced` carry
 * no data. After `replaced` the stream ends, and its reader must not come back by itself.
 */
export const LIVE_EVENTS = ['change', 'presence', 'ping', 'resync', 'replaced'] as const

/**
 * Records that one person changed alike. `entity` is the table as in the audit trail ('orders', 'clients',
 * 'confirmations' by the id of their order, 'sailings' …), or:
 * - 'mails': the mail server took a mail ('sent'), or did not ('failed', 'delayed': it is tried again;
 * 'cancelled'),
 * - 'mailIn': a mail came in ('receive'), or somebody did something with one ('claim', 'reply' …),
 * - 'attention': items of the queue ('open', 'change', 'close', 'claim', 'release', 'snooze', 'waive',
 * 'unwaive'): counts may differ,
 * - 'notifications': the bell of the reader ('tell', 'read', 'remove'); `ids` is the reader's own id,
 * - 'runs': a run went on ('progress'), at most once a second for each.
 */
export const changeEvent = z.object({
  entity: z.string(),
  /** Ids of the records; empty for what has no id, such as the settings. */
  ids: z.array(z.int()),
  /** Orders that the records belong to; for 'orders' equal to `ids`. */
  orderIds: z.array(z.int()),
  /** The action in the audit trail, without its first part: 'update', 'create', 'remove', 'set-event' … */
  kind: z.string(),
  /** The person who made the change; null if the server did it by itself. */
  by: namedRecord.nullable(),
  /** True if this session made the change. Its runs, which work in the background, do not count. */
  own: z.boolean(),
})
export type ChangeEvent = z.infer<typeof changeEvent>

/**
 * Reasons why a reader must read everything again: its last event is too old, too many changes, changes held
 * back, a new database.
 */
export const RESYNC_REASONS = ['gap', 'many', 'held-back', 'restart'] as const
export const resyncEvent = z.object({ reason: z.literal(RESYNC_REASONS) })
export type ResyncEvent = z.infer<typeof resyncEvent>

/** Milliseconds between the messages of a visible tab about the record it has open. */
export const PRESENCE_BEAT_MS = 15_000
/** Seconds after its last message for which a tab counts as present. */
export const PRESENCE_SECONDS = 35
/** The most records that one session has open: one more closes the one that was reported longest ago. */
export const MAX_OPEN_RECORDS = 50
/** Records whose readers are shown to each other, by table. */
export const PRESENCE_ENTITIES = [
  'orders',
  'clients',
  'sailings',
  'containers',
  'mailTemplates',
  'htmlBlocks',
  'articles',
  'offers',
  'mailIn',
] as const
/** Characters of the longest name of a tab, and of the edited part. */
export const MAX_TAB = 64
export const MAX_PART = 64

/** The body of POST live/presence. `tab` is any text; `part` names what is edited ('Shipment'). */
export const presenceInput = z.object({
  entity: f.oneOf(PRESENCE_ENTITIES, `entity is one of ${PRESENCE_ENTITIES.join(', ')}`),
  entityId: f.id(),
  mode: f.oneOf(['view', 'edit', 'left'], 'mode is view, edit or left'),
  part: f.text('part', MAX_PART),
  tab: f.requiredText('tab', MAX_TAB),
})
export type PresenceInput = z.input<typeof presenceInput>

/** People who have a record open, the reader included: one entry each, with the part they edit. */
export const presenceEvent = z.object({
  entity: z.literal(PRESENCE_ENTITIES),
  entityId: z.int(),
  people: z.array(
    z.object({
      ...namedRecord.shape,
      mode: z.enum(['view', 'edit']),
      /** The edited part; null for a person who only looks, or did not say. */
      part: z.string().nullable(),
    }),
  ),
})
export type PresenceEvent = z.infer<typeof presenceEvent>
