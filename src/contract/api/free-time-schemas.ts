import type { z } from 'zod'
import {
  containerFreeTimesInput,
  freeTime,
  freeTimeChange,
  freeTimes,
  freeTimesInput,
  possibleCharge,
  possibleCharges,
} from '#contract/free-time/free-times.ts'
import { tier, tierInput } from '#contract/free-time/tiers.ts'
import { completeReleaseInput, release, releaseInput } from '#contract/releases/releases.ts'

/** Names of the schemas of free time and releases. */
export const FREE_TIME_SCHEMAS: Record<string, z.ZodType> = {
  FreeTime: freeTime,
  FreeTimes: freeTimes,
  FreeTimeChange: freeTimeChange,
  FreeTimesInput: freeTimesInput,
  ContainerFreeTimesInput: containerFreeTimesInput,
  PossibleCharge: possibleCharge,
  PossibleCharges: possibleCharges,
  FreeTimeTier: tier,
  FreeTimeTierInput: tierInput,
  Release: release,
  ReleaseInput: releaseInput,
  CompleteReleaseInput: completeReleaseInput,
}
