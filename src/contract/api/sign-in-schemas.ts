import {
  creationOptions,
  newPasskeyInput,
  ownPasskeys,
  passkey,
  passkeyLoginInput,
  passkeyNameInput,
  requestOptions,
} from '#contract/accounts/passkeys.ts'
import { oidcStart, oidcStartInput, signInWays } from '#contract/accounts/single-sign-on.ts'

/** The schemas of passkeys and single sign-on. */
export const SIGN_IN_SCHEMAS = {
  SignInWays: signInWays,
  Passkey: passkey,
  OwnPasskeys: ownPasskeys,
  PasskeyCreation: creationOptions,
  PasskeyRequest: requestOptions,
  PasskeyInput: newPasskeyInput,
  PasskeyNameInput: passkeyNameInput,
  PasskeyLoginInput: passkeyLoginInput,
  SingleSignOnInput: oidcStartInput,
  SingleSignOnStart: oidcStart,
}
