import { type RunRemedy, WORTH_ANOTHER_TRY } from '#contract/runs/runs.ts'
import { AppError, StaleError } from '#server/errors.ts'

/** Why a row of a run fails, and what ends that. */
export class RowFailure extends AppError {
  readonly remedy: RunRemedy

  constructor(message: string, remedy: RunRemedy) {
    super(409, message)
    this.remedy = remedy
  }
}

/** What ends the trouble of a row that failed with this error and reason; null if somebody has to look at it. */
export function remedyOf(error: unknown, reason: string): RunRemedy | null {
  if (error instanceof RowFailure) return error.remedy
  if (error instanceof StaleError) return 'load-again'
  return WORTH_ANOTHER_TRY.includes(reason) ? 'retry' : null
}
