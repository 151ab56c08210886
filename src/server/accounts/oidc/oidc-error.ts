import { OIDC_FAILURES, type OidcFailure } from '#contract/accounts/single-sign-on.ts'

/** Why a sign-in by the identity provider failed. */
export class OidcError extends Error {
  readonly reason: OidcFailure
  /** The account concerned, if known. */
  readonly userId: number | null

  constructor(reason: OidcFailure, userId: number | null = null, options?: ErrorOptions) {
    super(OIDC_FAILURES[reason], options)
    this.reason = reason
    this.userId = userId
  }
}
