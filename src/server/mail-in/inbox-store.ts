import { sql } from 'kysely'
import { REQUIRED } from '#contract/lib/messages.ts'
import {
  type Inbox,
  type InboxInput,
  inboxes,
  NEEDS_SECRETS_KEY,
  NEEDS_TLS,
  PASSWORD_AGAIN,
} from '#contract/mail-in/inboxes.ts'
import type { Change } from '#server/accounts/notices/notice-text.ts'
import { tellOwner } from '#server/accounts/notices/tell-owner.ts'
import { isLoopback } from '#server/config/loopback.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { createSeal } from '#server/http/security/seal.ts'
import { recordWriter } from '#server/resource/record-writer.ts'
import type { Store } from '#server/resource/store.ts'
import { tableReads } from '#server/resource/table-reads.ts'
import { nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'

/** The place that a password is sealed for: it opens for no other mailbox. */
export const placeOf = (id: number) => `inbox ${id}`

/** What decides which mailbox is meant. Another one is read for the first time. */
const WHICH = ['host', 'port', 'username', 'folder'] as const
/** What a password is sent to: it is asked for again, or a new host would be sent the old one. */
const SENT_TO = ['host', 'port', 'username'] as const

const select = (from: Db) =>
  from
    .selectFrom('inboxes')
    .select(['id', 'updatedAt', 'name', 'address', 'host', 'port', 'tls', 'username', 'folder', 'active', 'moveTo'])
    .select(['seenAt', 'failingSince', 'reason', sql<boolean>`secret <> ''`.as('passwordSet')])

function checkTls({ tls, host }: Pick<InboxInput, 'tls' | 'host'>): void {
  if (!tls && !isLoopback(host)) throw invalid({ tls: NEEDS_TLS })
}

/** Mailboxes. Their passwords are only written, sealed by SECRETS_KEY. Whoever changes one is told by mail. */
export const inboxStore =
  (services: Pick<Services, 'config' | 'appUrl'>) =>
  (db: Db): Store<Inbox, InboxInput> => {
    const { config } = services
    const tell = (tx: Tx, change: Change, by: Actor) => tellOwner(tx, services, change, { by })
    const seal = createSeal(config.secretsKeys)
    const { find, ...reader } = tableReads<typeof inboxes.row>(db, inboxes, { read: select })
    const requireKey = () => {
      if (config.secretsKeys.length === 0) throw invalid({ password: NEEDS_SECRETS_KEY })
    }
    const writer = recordWriter(
      db,
      { resource: inboxes, audited: Object.keys(inboxes.input.shape) },
      {
        find,
        insert: async (tx, { password, ...input }, actor) => {
          requireKey()
          if (password === '') throw invalid({ password: REQUIRED })
          checkTls(input)
          const { id } = await tx
            .insertInto('inboxes')
            .values({ ...input, secret: '' })
            .returning('id')
            .executeTakeFirstOrThrow()
          await tx
            .updateTable('inboxes')
            .set({ secret: seal.seal(password, placeOf(id)) })
            .where('id', '=', id)
            .execute()
          await tell(tx, 'mailbox-added', actor)
          return id
        },
        change: async (tx, before, { patch, merged }, actor) => {
          const { password = '', ...fields } = patch
          checkTls(merged)
          const differs = (field: (typeof WHICH)[number]) => merged[field] !== before[field]
          if (SENT_TO.some(differs) && password === '') throw invalid({ password: PASSWORD_AGAIN })
          if (password !== '') requireKey()
          await tx
            .updateTable('inboxes')
            .set({ ...fields, updatedAt: nextVersion() })
            .$if(password !== '', (set) => set.set({ secret: seal.seal(password, placeOf(before.id)) }))
            .$if(WHICH.some(differs), (set) => set.set({ uidValidity: null, lastUid: null, seenAt: null }))
            // A mailbox that is switched off fails no more: its next reading finds out anew.
            .$if(!merged.active, (set) => set.set({ failingSince: null, reason: null }))
            .where('id', '=', before.id)
            .execute()
          await tell(tx, 'mailbox-changed', actor)
        },
        release: (tx, _, actor) => tell(tx, 'mailbox-removed', actor),
      },
    )
    return { ...reader, ...writer }
  }
