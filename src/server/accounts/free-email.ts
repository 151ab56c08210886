import { EMAIL_TAKEN } from '#contract/clients/clients.ts'
import { databaseError } from '#server/db/failures.ts'
import { AppError } from '#server/errors.ts'

/** Throws 409 at `email` if another account already has the address. */
export async function withFreeEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (databaseError(error)?.constraint !== 'users_email_key') throw error
    throw new AppError(409, EMAIL_TAKEN, { email: EMAIL_TAKEN })
  }
}
