import type { z } from 'zod'
import {
  confirmedVoyage,
  dateChangeInput,
  dateChangePreview,
  dateChangePreviewInput,
} from '#contract/sailings/date-change.ts'
import {
  candidate,
  candidatePage,
  closing,
  fittingSailing,
  loadedOrder,
  loadInput,
  loadingReply,
  receivedInput,
  receivedReply,
  rollInput,
  takeOverInput,
} from '#contract/sailings/loadings.ts'
import { copyInput } from '#contract/sailings/sailings.ts'

/** Names of the schemas of the cargo and the dates of sailings. */
export const SAILING_SCHEMAS: Record<string, z.ZodType> = {
  LoadedOrder: loadedOrder,
  Candidate: candidate,
  CandidatePage: candidatePage,
  FittingSailing: fittingSailing,
  CopySailingInput: copyInput,
  Closing: closing,
  LoadInput: loadInput,
  RollInput: rollInput,
  ReceivedInput: receivedInput,
  TakeOverInput: takeOverInput,
  LoadingReply: loadingReply,
  ReceivedReply: receivedReply,
  DateChangePreviewInput: dateChangePreviewInput,
  DateChangePreview: dateChangePreview,
  DateChangeInput: dateChangeInput,
  ConfirmedVoyage: confirmedVoyage,
}
