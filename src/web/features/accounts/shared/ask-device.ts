import { PASSKEY_KNOWN } from '#contract/accounts/passkeys.ts'
import { ApiError } from '#web/lib/api/api-error.ts'

/** True if this browser knows passkeys. */
export const knowsPasskeys = () => 'PublicKeyCredential' in window

const NOT_USED = 'No passkey was used. Try again, or choose another way.'
/** Messages for failures at the device, by the names that browsers give them. */
const REASONS: Record<string, string> = {
  InvalidStateError: PASSKEY_KNOWN,
  NotAllowedError: NOT_USED,
  AbortError: NOT_USED,
  SecurityError: 'Passkeys do not work at this address.',
  NotSupportedError: 'This device cannot keep such a passkey.',
  ConstraintError: 'This device cannot keep such a passkey.',
}

/** Asks the device for a passkey, by a library loaded only now. Throws an ApiError with the reason. */
export async function askDevice<T>(ask: (library: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser')
  try {
    return await ask(library)
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new ApiError(400, REASONS[name] ?? NOT_USED)
  }
}
