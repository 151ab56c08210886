import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { maxLength, NOT_TEXT } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'

export const NEEDS_SECRETS_KEY = 'Set SECRETS_KEY: the passwords of mailboxes are kept encrypted.'
export const NEEDS_TLS = 'Only a mailbox on this machine can be read without TLS.'
export const PASSWORD_AGAIN = 'Enter the password again: the mailbox is another one now.'

/** A name or address of a server: letters, digits, dots, dashes; an IPv6 address has colons. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|[\da-f:.]{2,45})$/i
const MOST_PORT = 65_535

const LONGEST_PASSWORD = 500

/** A password as it was typed; absent and null give ''. */
const password = () =>
  z
    .string({ error: NOT_TEXT })
    .max(LONGEST_PASSWORD, maxLength('Password', LONGEST_PASSWORD))
    .regex(/^\P{C}*$/u, 'The password has characters that cannot be typed')
    .nullish()
    .transform((sent) => sent ?? '')

/** Mailboxes whose mail is read, by IMAP. */
export const inboxes = defineResource({
  key: 'inboxes',
  path: 'inbox',
  name: 'Mailbox',
  schema: 'Inbox',
  about: 'Mailboxes whose mail is read, by IMAP. For administrators.',
  // Closed to keys: a key must not choose whose mail is read.
  scope: null,
  row: z.object({
    ...versioned,
    name: z.string().describe('What it is called here.'),
    address: z.string().describe('Its address.'),
    host: z.string().describe('The IMAP server, the only one that is spoken to.'),
    port: z.int().describe('Its port.'),
    tls: z.boolean().describe('Whether the connection is encrypted; only one to this machine may not be.'),
    username: z.string().describe('The login.'),
    folder: z.string().describe('The folder that is read.'),
    active: z.boolean().describe('Whether it is read.'),
    moveTo: z.string().nullable().describe('The folder that a mail is moved to once it was read; null for none.'),
    passwordSet: z.boolean().describe('Whether there is a password. It is never shown.'),
    seenAt: z.string().nullable().describe('When it was last read; null for never.'),
    failingSince: z.string().nullable().describe('Since when it cannot be read; null if it can.'),
    reason: z.string().nullable().describe('Why it cannot be read; null if it can.'),
  }),
  input: z.object({
    name: f.requiredText('Name', 100),
    address: f.email('Address'),
    host: f
      .keyText('Server', 253, (text) => text.toLowerCase(), {
        pattern: [HOST, 'Enter the name of a server, such as imap.example.com'],
      })
      .describe('The IMAP server, without its port.'),
    port: f.integer({ min: 1, max: MOST_PORT }).describe('Its port: 993, or 143 with STARTTLS.'),
    tls: f.flag().default(true).describe('Whether the connection is encrypted; false only for this machine.'),
    username: f.requiredText('Login', 255),
    password: password().describe('Only written. In a change, absent or empty: unchanged.'),
    folder: f
      .text('Folder', 255)
      .transform((text) => text || 'INBOX')
      .describe('The folder that is read; INBOX by default.'),
    active: f.flag().default(true),
    moveTo: f
      .text('Move to', 255)
      .transform((text) => text || null)
      .describe('The folder that a mail is moved to once it was read; empty for none.'),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'name', 'address'],
  searchable: ['name', 'address'],
  columns: {
    name: 'Name',
    address: 'Address',
    host: 'Server',
    active: 'Active',
    seenAt: 'Last read',
    failingSince: 'Failing since',
    reason: 'Reason',
  },
})
export type Inbox = z.infer<typeof inboxes.row>
export type InboxInput = z.output<typeof inboxes.input>

/** What a mailbox answered. */
export const triedInbox = z.object({
  ok: z.boolean().describe('Whether it could be opened.'),
  message: z.string().describe('What the server answered, in words.'),
  folders: z.array(z.string()).describe('Its folders.'),
})
export type TriedInbox = z.infer<typeof triedInbox>
export const TRY_INBOX_PATH = 'admin/inbox'
