import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { defineResource, versioned } from '#contract/lib/resource.ts'

/** The message for a wrong address, and for an empty one. */
const WRONG_EMAIL = 'Email address is not correct'

/** Addresses with blind copies of order mails. The list is a bare array, so no operation of the resource. */
export const mailAddresses = defineResource({
  key: 'mailAddresses',
  path: 'admin/email',
  name: 'Address',
  label: 'Mail address',
  schema: 'MailAddress',
  about: 'Addresses that get copies of order mails.',
  // Addresses are settings, which no key may touch.
  scope: null,
  named: '{email}',
  row: z.object({ ...versioned, name: z.string(), email: z.string(), send: z.boolean() }),
  input: z.object({
    name: f.text('Name', 100),
    email: f.email('Email', WRONG_EMAIL, WRONG_EMAIL),
    send: f.flag().default(true),
  }),
  operations: ['get', 'create', 'update', 'remove'],
  sortable: ['id', 'name', 'email', 'send'],
  searchable: ['name', 'email'],
  columns: { id: 'ID', name: 'Name', email: 'Email', send: 'Send mails to' },
  toasts: { updated: 'Address was edited successfully' },
})
export type MailAddress = z.infer<typeof mailAddresses.row>
export const ADDRESS_SETTINGS_CHANGED = 'Address settings have been changed successfully'
