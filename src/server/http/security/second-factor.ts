import { SET_UP_NEEDED, STEP_UP_MINUTES, STEP_UP_NEEDED, type StepUp } from '#contract/accounts/second-factor.ts'
import { AppError } from '#server/errors.ts'

/** SQL: whether the account with this id (SQL too) has a second factor. Only this says what counts as one. */
export const hasFactorSql = (userId: string) =>
  `exists (select 1 from totp_factors f where f.user_id = ${userId} and f.confirmed_at is not null)`

/**
 * SQL: whether this session (its alias) was confirmed so lately that it still counts. Viewing as somebody
 * never counts.
 */
export const steppedUpSql = (session: string) =>
  `coalesce(${session}.stepped_up_at > now() - interval '${STEP_UP_MINUTES} minutes' and ${session}.impersonator_id is null, false)`

/** What a session's look-up says about its account's second factor. */
export interface Confirmed {
  /** False for API keys, too: nobody can ask a program for a code. */
  secondFactor: boolean
  steppedUp: boolean
  /** Whether the session began with a passkey, or at an identity provider that vouched for two factors. */
  bothFactors: boolean
}

/**
 * Throws 403 with `stepUp` unless the session was confirmed lately; `with-factor` asks only accounts with a
 * second factor.
 */
export function requireStepUp({ secondFactor, steppedUp }: Confirmed, of: StepUp): void {
  const asks = of === 'everybody' || (of === 'with-factor' && secondFactor)
  if (asks && !steppedUp) throw new AppError(403, STEP_UP_NEEDED, { stepUp: true })
}

/** Whether an error is a refusal that a confirmation would lift. */
export const asksToConfirm = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 403 && Object(error.data).stepUp === true

/** 403 for staff who must set up a second factor before anything else. */
export const setUpNeeded = () => new AppError(403, SET_UP_NEEDED, { secondFactorMissing: true })
