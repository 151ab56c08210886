import type { z } from 'zod'
import { applied, applyInput } from '#contract/papers/document-requirements.ts'
import {
  asked,
  askInput,
  askPreview,
  paper,
  paperInput,
  paperPatch,
  papersOfOrder,
  uploadLink,
} from '#contract/papers/papers.ts'
import { trackingLink, trackingReaders } from '#contract/tracking/tracking-links.ts'

/** Names of the schemas of papers, and of links to pages that clients read. */
export const PAPER_SCHEMAS: Record<string, z.ZodType> = {
  DocumentRequirementApplied: applied,
  ApplyRequirementInput: applyInput,
  Paper: paper,
  PaperInput: paperInput,
  PaperPatch: paperPatch,
  PapersOfOrder: papersOfOrder,
  UploadLink: uploadLink,
  AskInput: askInput,
  AskedPapers: asked,
  AskPreview: askPreview,
  TrackingLink: trackingLink,
  TrackingReaders: trackingReaders,
}
