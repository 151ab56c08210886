import { transport } from '#contract/accounts/passkeys.ts'
import type { Db } from '#server/db/client.ts'

/** The passkeys of an account, as devices know them. */
export const knownPasskeys = (db: Db, userId: number) =>
  db.selectFrom('passkeys').select(['credentialId', 'transports', 'userHandle']).where('userId', '=', userId).execute()
export type Known = Awaited<ReturnType<typeof knownPasskeys>>[number]

/** The transports that this server knows too. */
export const transportsOf = (stored: readonly string[]) =>
  stored.flatMap((each) => {
    const { data } = transport.safeParse(each)
    return data ? [data] : []
  })

/** A passkey as browsers are told of it. */
export const asCredential = ({ credentialId, transports }: Known) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports: transportsOf(transports),
})
