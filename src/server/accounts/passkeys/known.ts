import { transport } from '#contract/accounts/passkeys.ts'
import type { Db } from '#server/db/client.ts'

/** Passkeys of an account, as devices know them. */
export const knownPasskeys = (db: Db, userId: number) =>
  db.selectFrom('passkeys').select(['credentialId', 'transports', 'userHandle']).where('userId', '=', userId).execute()
export type Known = Awaited<ReturnType<typeof knownPasskeys>>[number]

/** The stored transports that this server knows. */
export const transportsOf = (stored: readonly string[]) =>
  stored.flatMap((each) => {
    const { data } = transport.safeParse(each)
    return data ? [data] : []
  })

/** A passkey in the form that browsers expect. */
export const asCredential = ({ credentialId, transports }: Known) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports: transportsOf(transports),
})
