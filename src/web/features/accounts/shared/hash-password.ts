import { md5 } from 'js-md5'
import { ApiError } from '#web/lib/api/api-error.ts'

/** A typed password as sent: the MD5 of its UTF-8 in NFC. */
export const hashPassword = (typed: string) => md5(typed.normalize('NFC'))

/** Makes a call that sends a `newPassword`; its error is moved to the form's field `password`. */
export async function atPassword<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields.newPassword) throw error
    const { code, message, requestId, data } = error
    throw new ApiError(code, message, { fields: { password: error.fields.newPassword }, requestId, data })
  }
}
