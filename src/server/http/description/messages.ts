import type { z } from 'zod'
import type { JsonSchema } from './as-sent.ts'
import type { Parameter } from './asked.ts'
import { sampleOf } from './samples.ts'

/** A message that this server posts to others. */
export interface Message {
  event: string
  /** The name of its schema. */
  name: string
  /** When it is sent. */
  when: string
  schema: z.ZodType
}

const header = (name: string, description: string, schema: JsonSchema = { type: 'string' }): Parameter => ({
  in: 'header',
  name,
  required: true,
  description,
  schema,
})

const HEADERS = [
  header('webhook-id', 'The id of the message, the same in all its attempts.'),
  header('webhook-timestamp', 'When this attempt began, in unix seconds.', { type: 'integer' }),
  header(
    'webhook-signature',
    'v1 and the HMAC-SHA256 of id, timestamp and body, by the Standard Webhooks specification; two of them, with a space between, while a secret is changed.',
  ),
]

const RESPONSES = {
  '2XX': { description: 'Received. Anything else within 20 seconds, or nothing, is a failure and is tried again.' },
  410: { description: 'Gone: the webhook is switched off.' },
}

/** The section `webhooks` of the document. */
export function describeMessages(
  messages: readonly Message[],
  tag: string,
  received: (schema: z.ZodType) => JsonSchema,
): Record<string, { post: { requestBody: { content: Record<string, { schema: JsonSchema; example?: unknown }> } } }> {
  return Object.fromEntries(
    messages.map(({ event, name, when, schema }) => [
      event,
      {
        post: {
          operationId: `receive${name}`,
          summary: when,
          description: `${when}.`,
          tags: [tag],
          security: [],
          parameters: HEADERS,
          requestBody: { required: true, content: { 'application/json': { schema: received(schema) } } },
          responses: RESPONSES,
        },
      },
    ]),
  )
}

/** Adds an example to each. */
export function addMessageSamples(
  described: ReturnType<typeof describeMessages>,
  schemas: Record<string, JsonSchema>,
): void {
  for (const { post } of Object.values(described))
    for (const media of Object.values(post.requestBody.content)) media.example = sampleOf(media.schema, schemas)
}
