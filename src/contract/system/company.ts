import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { image } from '#contract/lib/images.ts'
import { namedRecord } from '#contract/lib/resource.ts'

/** Types of picture that a logo may have: those that PDFs can contain. */
export const LOGO_TYPES: readonly string[] = ['image/png', 'image/jpeg']
export const LOGO_TYPE = 'The logo must be a PNG or JPEG image'
export const CLAUSES_WITH_VARIABLES = 'This html-block uses variables. Documents print plain text.'

/** Sizes of paper that documents are made for. */
export const PAPER_SIZES = ['a4', 'letter'] as const
export type PaperSize = (typeof PAPER_SIZES)[number]
export const PAPER_SIZE_LABELS: Record<PaperSize, string> = { a4: 'A4', letter: 'Letter' }

/** Data of the forwarder in documents and on the tracking page. */
export const COMPANY_LABELS = {
  name: 'Company name',
  address: 'Address',
  phone: 'Phone',
  email: 'Email',
  registration: 'Registration',
  bankLines: 'Bank details',
  clausesBlockId: 'Clauses',
  logoId: 'Logo',
  paperSize: 'Paper of documents',
  trackingShowsVessel: 'Vessel and containers on the tracking page',
  trackingShowsFreeTime: 'Pick-up and free time on the tracking page',
}

const companyFields = z.object({
  name: f.text(COMPANY_LABELS.name, 100),
  address: f.longText(COMPANY_LABELS.address, 300),
  phone: f.optionalKeyText(COMPANY_LABELS.phone, 50),
  email: f.optionalKeyText(COMPANY_LABELS.email, 100),
  registration: f.text(COMPANY_LABELS.registration, 100),
  bankLines: f.longText(COMPANY_LABELS.bankLines, 500),
  clausesBlockId: f.optionalId(),
  logoId: f.optionalId(),
  paperSize: f.oneOf(PAPER_SIZES),
  trackingShowsVessel: f.flag(),
  trackingShowsFreeTime: f.flag(),
})

/** The body of PUT admin/company: absent fields stay. */
export const companyInput = companyFields.partial().extend({ updatedAt: f.version() })
export const companyForm = companyFields

export const company = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  registration: z.string(),
  bankLines: z.string(),
  clausesBlock: namedRecord.nullable(),
  logo: image.nullable(),
  paperSize: z.literal(PAPER_SIZES),
  trackingShowsVessel: z.boolean().describe('Whether the public tracking page names vessel, voyage and containers'),
  trackingShowsFreeTime: z
    .boolean()
    .describe('Whether the public tracking page says where and since when cargo can be picked up, and until when free'),
  updatedAt: z.string(),
})
export type Company = z.infer<typeof company>

/** The company as the API answers it, with the files of the setting PDF_FONTS that are no fonts. */
export const companyWithFonts = company.extend({
  unreadableFonts: z.array(z.string()),
})
export type CompanyWithFonts = z.infer<typeof companyWithFonts>
