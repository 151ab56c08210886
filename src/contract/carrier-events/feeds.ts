import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE, maxLength, NOT_TEXT, REQUIRED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'
import type { AddError } from '#contract/lib/rules.ts'
import { carrierEventRow, takenCounts } from './carrier-event-rows.ts'
import { CARRIER_MILESTONES } from './carrier-milestones.ts'

/** What a feed brings, and how: asked by us (DCSA), or pushed. */
export const FEED_KINDS = ['dcsa-2', 'dcsa-3', 'push', 'x12-315', 'iftsta'] as const
export type FeedKind = (typeof FEED_KINDS)[number]
export const FEED_KIND_LABELS: Record<FeedKind, string> = {
  'dcsa-2': 'DCSA Track & Trace 2.2, asked by us',
  'dcsa-3': 'DCSA Track & Trace 3.0, asked by us',
  push: 'Pushed to us',
  'x12-315': 'X12 315, pushed to us',
  iftsta: 'IFTSTA, pushed to us',
}

/** Whether we ask the carrier for the events of a feed. */
export const isAsked = (kind: FeedKind): boolean => kind === 'dcsa-2' || kind === 'dcsa-3'

export const FEED_NEEDS_SECRETS_KEY = 'Set SECRETS_KEY: what feeds sign in with is kept encrypted.'
export const AUTH_AGAIN = 'Enter the authorization again: the address is another one now.'
export const NO_ADDRESS = 'Only feeds that we ask have an address'
export const FIXED_FEED = 'This feed is always there: it keeps its name and kind'

const MOST_CODES = 200
const LONGEST_CODE = 50
const LONGEST_AUTH = 500
const LEAST_MINUTES = 5
const DAY_MINUTES = 1440
const MINUTES = 60
const WEB_ADDRESS = /^https?:\/\/[^\s/?#\\@]+([/?#]\S*)?$/i
const URL_MESSAGE = 'Please enter a web address without a user name, such as https://api.carrier.example/events'

/** The header Authorization as it was typed: absent and '' leave it as it is, null removes it. */
const auth = () =>
  z
    .string({ error: NOT_TEXT })
    .max(LONGEST_AUTH, maxLength('Authorization', LONGEST_AUTH))
    .regex(/^[\x20-\x7e]*$/, 'The authorization has characters that a header cannot have')
    .transform((text) => text.trim())
    .nullable()
    .optional()

const milestoneOfCode = z.literal(CARRIER_MILESTONES, { error: CHOOSE })
const mapping = () =>
  z
    .record(z.string().trim().min(1, REQUIRED).max(LONGEST_CODE, maxLength('Code', LONGEST_CODE)), milestoneOfCode, {
      error: CHOOSE,
    })
    .refine((codes) => Object.keys(codes).length <= MOST_CODES, f.tooMany(MOST_CODES))
    .nullish()
    .transform((codes) => {
      const entries = Object.entries(codes ?? {}).map(([code, meaning]) => [code.toUpperCase(), meaning] as const)
      return entries.length > 0 ? Object.fromEntries(entries) : null
    })

const input = z.object({
  name: f.requiredText('Name', 100),
  kind: f.oneOf(FEED_KINDS).describe('dcsa-2 and dcsa-3 are asked at url; the others are pushed to us.'),
  carrierId: f.optionalId(),
  url: f
    .text('Address', 2000)
    .refine((sent) => sent === '' || WEB_ADDRESS.test(sent), URL_MESSAGE)
    .transform((sent) => sent || null)
    .describe('The address that lists the events; null for feeds that are pushed.'),
  auth: auth().describe('The header Authorization. Only written: absent or empty leaves it, null removes it.'),
  everyMinutes: f
    .integer({ min: LEAST_MINUTES, max: DAY_MINUTES })
    .default(MINUTES)
    .describe('Minutes between two readings.'),
  mapping: mapping().describe('Codes of the sender that mean something else than usual, each with its milestone.'),
  active: f.flag().default(true),
})
type Input = z.output<typeof input>

function feedRules({ kind, url }: Partial<Input>, add: AddError): void {
  if (kind === undefined || url === undefined) return
  if (isAsked(kind) && url === null) add('url', REQUIRED)
  if (!isAsked(kind) && url !== null) add('url', NO_ADDRESS)
}

/** Where events of carriers come from. */
export const feeds = defineResource({
  key: 'feeds',
  path: 'feed',
  name: 'Feed',
  about: 'Where events of carriers come from. For administrators.',
  // Closed to keys: a key must not choose whose word counts.
  scope: null,
  refs: { carrierId: 'carriers' },
  row: z.object({
    ...versioned,
    name: z.string(),
    kind: z.literal(FEED_KINDS).describe('dcsa-2 and dcsa-3 are asked at url; the others are pushed to us.'),
    fixed: z.boolean().describe('Whether it is always there: Push, Files or Mail.'),
    carrierId: z.int().nullable(),
    url: z.string().nullable().describe('The address that lists the events; null for feeds that are pushed.'),
    hasAuth: z.boolean().describe('Whether there is a header Authorization. It is never shown.'),
    everyMinutes: z.int().describe('Minutes between two readings.'),
    mapping: z
      .record(z.string(), z.literal(CARRIER_MILESTONES))
      .nullable()
      .describe('Codes of the sender that mean something else than usual, each with its milestone.'),
    active: z.boolean().describe('Whether it is read, and may be pushed to.'),
    lastOkAt: z.string().nullable().describe('When it last brought a message that could be read; null for never.'),
    failingSince: z.string().nullable().describe('Since when it cannot be read; null if it can.'),
    reason: z.string().nullable().describe('Why it cannot be read; null if it can.'),
    lastMessage: z.string().nullable().describe('The beginning of the last message as it came.'),
    lastMessageAt: z.string().nullable().describe('When that came.'),
  }),
  input,
  rules: feedRules,
  operations: ALL_OPERATIONS,
  sortable: ['id', 'name', 'kind', 'lastOkAt'],
  searchable: ['name', 'url'],
  columns: {
    name: 'Name',
    kind: 'Kind',
    url: 'Address',
    active: 'Active',
    lastOkAt: 'Last message',
    failingSince: 'Failing since',
    reason: 'Reason',
  },
  conflict: { field: 'name', message: 'Feed with this name already exists' },
})
export type Feed = z.infer<typeof feeds.row>
export type FeedInput = z.output<typeof feeds.input>

/** What a feed answered. */
export const triedFeed = z.object({
  ok: z.boolean().describe('Whether events could be read.'),
  status: z.int().nullable().describe('The status of its answer; null without one.'),
  events: z.int().describe('How many events it has.'),
  problem: z.string().nullable().describe('Why it could not be read; null if it could.'),
  sample: z
    .array(
      carrierEventRow.pick({
        externalId: true,
        container: true,
        code: true,
        milestone: true,
        classifier: true,
        at: true,
        placeCode: true,
      }),
    )
    .describe('Its first events, at most three.'),
})
export type TriedFeed = z.infer<typeof triedFeed>

/** The counts of a reading. */
export const ranFeed = takenCounts
