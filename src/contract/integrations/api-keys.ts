import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE_SOME } from '#contract/lib/messages.ts'
import { secretText } from '#contract/lib/secret-texts.ts'

export const API_KEYS_PATH = 'admin/api-key'

/** Scopes that a key can have. A noun's `:write` includes its `:read`; `mail:write` includes `inbox:read`. */
export const SCOPES = [
  'orders:read',
  'orders:write',
  'clients:read',
  'clients:write',
  'reference:read',
  'reference:write',
  'offers:read',
  'offers:write',
  'content:read',
  'content:write',
  'mail:read',
  'mail:write',
  'inbox:read',
  'inbox:write',
  'tracking:read',
  'tracking:write',
] as const
export type Scope = (typeof SCOPES)[number]

/** Scopes as people read them. */
export const SCOPE_LABELS: Record<Scope, string> = {
  'orders:read': 'Read orders',
  'orders:write': 'Book and change orders',
  'clients:read': 'Read clients',
  'clients:write': 'Register and change clients',
  'reference:read': 'Read sailings, rates and lists',
  'reference:write': 'Change sailings, rates and lists',
  'offers:read': 'Read offers',
  'offers:write': 'Make and send offers',
  'content:read': 'Read templates and articles',
  'content:write': 'Change templates and articles',
  'mail:read': 'Read the mail log',
  'mail:write': 'Answer mail that comes in, link and file it',
  'inbox:read': 'Read mail that comes in',
  'inbox:write': 'Bring in mail, and prepare replies',
  'tracking:read': 'Read events of carriers',
  'tracking:write': 'Push events of carriers',
}

/** The beginning of every key. */
export const KEY_PREFIX = 'qs_'

export const API_KEY_STATES = ['active', 'expired', 'revoked', 'suspended'] as const

/** A key as administrators see it. The key itself is shown once, when it is created. */
export const apiKey = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  state: z.enum(API_KEY_STATES),
  createdAt: z.string(),
  createdBy: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

export const newApiKey = apiKey.extend({ key: secretText() })
export type NewApiKey = z.infer<typeof newApiKey>

export const apiKeyInput = z.object({
  name: f.requiredText('Name', 100),
  scopes: z
    .array(f.oneOf(SCOPES), { error: CHOOSE_SOME })
    .min(1, CHOOSE_SOME)
    .max(SCOPES.length, f.tooMany(SCOPES.length))
    .transform((sent) => SCOPES.filter((scope) => sent.includes(scope))),
  expiresAt: f.instant().refine((at) => at === null || Date.parse(at) > Date.now(), 'Choose a time in the future'),
})
export type ApiKeyInput = z.output<typeof apiKeyInput>
