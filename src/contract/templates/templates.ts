import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE, EMPTY_BLOCK, REQUIRED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, namedRecord, versioned } from '#contract/lib/resource.ts'
import type { AddError } from '#contract/lib/rules.ts'
import { ATTACHED_KINDS } from '#contract/made-documents/made-documents.ts'

/** The longest mail or html block, in code points. */
export const MAX_TEMPLATE_TEXT = 150_000
export const MAIL_EMPTY = 'Mail cannot be empty'
export const BLOCK_EMPTY = 'Html-block cannot be empty'
/** The message for a manager who saves a mail with a secret link. */
export const ADMINISTRATORS_ONLY =
  'Only an administrator can change this: it is sent with a link that only its receiver may have'
export const SUBJECT_ONE_LINE = 'The subject must be one line'

/** Work that suggests a mail of its own: a change of dates. */
const SUGGESTED_FOR = ['dates'] as const

/** A mail template in lists and on the set-event screen. */
export const templateListItem = z.object({
  ...versioned,
  title: z.string(),
  subject: z.string(),
  system: z.boolean(),
  /**
   * True for a mail with a link that only its receiver may have. Only administrators change it, after
   * confirming that it is them.
   */
  secret: z.boolean(),
  events: z.array(namedRecord),
  /** The document that set-event offers to attach to this mail. */
  attaches: z.enum(ATTACHED_KINDS).nullable(),
  /** The work that suggests this mail: a change of dates. One template at most has it. */
  suggestedFor: z.literal(SUGGESTED_FOR).nullable(),
  /** True if the page of its tracking link has the documents that were sent to the client. */
  trackingDocuments: z.boolean(),
})
export type TemplateListItem = z.infer<typeof templateListItem>

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these break a header line
const ONE_LINE = /^[^\u0000-\u001f\u007f\u0085\u2028\u2029]*$/
const subject = () => f.longText('Subject', 255).refine((text) => ONE_LINE.test(text), SUBJECT_ONE_LINE)

/** An event by its id, or as a template lists it. */
const eventRef = z
  .union([f.id(CHOOSE), z.object({ id: f.id(CHOOSE) })], { error: CHOOSE })
  .transform((value) => (typeof value === 'number' ? value : value.id))

/** Labels of the fields of a mail template or an html block. */
export const TEMPLATE_LABELS = {
  title: 'Title',
  subject: 'Subject',
  content: 'Body',
  events: 'Events',
  attaches: 'Attached document',
  trackingDocuments: 'Documents on the tracking page',
  suggestedFor: 'Suggested for changes of dates',
  identifier: 'Identification',
}

export const mailTemplates = defineResource({
  key: 'mailTemplates',
  path: 'template/email',
  name: 'Mail',
  label: 'Mail template',
  schema: 'MailTemplate',
  about: 'Mail templates and their previews.',
  scope: 'content',
  named: '{title}',
  row: templateListItem.extend({ content: z.string() }),
  input: z.object({
    title: f.text('Title', 150),
    subject: subject(),
    content: f.richText('Body', MAX_TEMPLATE_TEXT),
    /** All events that send this mail; without it, they stay. */
    events: z.array(eventRef, { error: 'This must be a list of events' }).max(1000, f.tooMany(1000)).optional(),
    /** The document that set-event offers to attach; null for none. */
    attaches: f.oneOf(ATTACHED_KINDS).nullable().optional(),
    /** True if its tracking page has the documents that were sent to the client; on for a new template. */
    trackingDocuments: f.flag().optional(),
    /** The work that suggests it, which suggests no other mail then; null for none. */
    suggestedFor: f.oneOf(SUGGESTED_FOR).nullable().optional(),
    /** The id of a mail to copy; all other fields are then ignored. */
    copyOf: f.id(CHOOSE).optional(),
    /** True for a system mail; it cannot be changed. */
    system: f.flag().optional(),
  }),
  rules: ({ title, content, copyOf }, add) => {
    if (copyOf) return
    if (title === '') add('title', REQUIRED)
    if (content === '') add('content', EMPTY_BLOCK)
  },
  operations: ALL_OPERATIONS,
  sortable: ['id', 'title', 'subject', 'updatedAt'],
  searchable: ['title', 'subject'],
})
export type MailTemplate = z.infer<typeof mailTemplates.row>
export type MailTemplateInput = z.output<typeof mailTemplates.input>

export const htmlBlocks = defineResource({
  key: 'htmlBlocks',
  path: 'template/block',
  name: 'Html-block',
  label: 'HTML-block',
  about: 'Blocks that mails share.',
  scope: 'content',
  named: '{title}',
  row: z.object({
    ...versioned,
    title: z.string(),
    identifier: z.string(),
    content: z.string(),
    /** Mails that use the block. */
    templates: z.array(z.object({ id: z.int(), title: z.string() })),
  }),
  input: z.object({
    title: f.requiredText('Title', 150),
    content: f.requiredRichText('Body', MAX_TEMPLATE_TEXT, EMPTY_BLOCK),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'title', 'identifier', 'updatedAt'],
  searchable: ['title', 'identifier'],
})
export type HtmlBlock = z.infer<typeof htmlBlocks.row>
export type HtmlBlockInput = z.output<typeof htmlBlocks.input>

export const templateVariables = defineResource({
  key: 'templateVariables',
  path: 'template/variable',
  name: 'Variable',
  schema: 'TemplateVariable',
  about: 'Variables of mail templates.',
  scope: 'content',
  row: z.object({ ...versioned, name: z.string(), identifier: z.string(), description: z.string() }),
  input: z.object({ description: f.text('Description', 100) }),
  operations: ['list', 'get', 'update'],
  sortable: ['id', 'name', 'identifier', 'description'],
  searchable: ['name', 'identifier', 'description'],
})
export type TemplateVariableRecord = z.infer<typeof templateVariables.row>

export const TemplateKind = { MAIL: 'mail', BLOCK: 'block' } as const
export const templateKind = z.enum(TemplateKind)
export type TemplateKind = z.infer<typeof templateKind>

/** A text being edited, to be rendered with values of an order or with samples. */
const draft = {
  content: f.richText('Body', MAX_TEMPLATE_TEXT),
  subject: subject(),
  orderId: f.optionalId(),
  /** The template being edited: it decides which variables the text may use. */
  templateId: f.optionalId(),
  type: templateKind.optional(),
  /** Conditions, as written in the text, that are forced to true or false. */
  conditions: z.record(z.string().max(2000), z.boolean()).optional(),
}
export const livePreviewRules = (
  { content, type }: { content?: string | undefined; type?: TemplateKind | undefined },
  add: AddError,
) => {
  if (content === '') add('content', type === TemplateKind.BLOCK ? BLOCK_EMPTY : MAIL_EMPTY)
}
export const livePreviewInput = z.object(draft)
export type LivePreviewInput = z.output<typeof livePreviewInput>

export const renderedPreview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** All conditions of the subject, the text and its blocks, as written there. */
  conditions: z.array(z.string()),
})
export type RenderedPreview = z.infer<typeof renderedPreview>

export const testMailReply = z.object({ mailId: z.int(), address: z.string() })

export const TEMPLATE_TOASTS = {
  mailCreated: 'New mail was created successfully',
  mailUpdated: 'Mail was edited successfully',
  mailRemoved: 'Mail was deleted successfully',
  mailCopied: 'Copy of the template was created and appended to the end of the list',
  blockCreated: 'New HTML-block was created successfully',
  blockUpdated: 'HTML-block was edited successfully',
  blockRemoved: 'HTML-block was deleted successfully',
  variableUpdated: 'Variable was edited successfully',
}
