import { z } from 'zod'

/** Names every invalid setting, one per line. */
export class ConfigError extends Error {}

/** An address with one of these protocols ('https:'), named `what` in messages. */
export const url = (what: string, protocols: string[]) =>
  z.string().refine((value) => {
    try {
      return protocols.includes(new URL(value).protocol)
    } catch {
      return false
    }
  }, `must be ${what}`)

/** An empty variable counts as not set. */
export const empty = (value: unknown) => (value === '' ? undefined : value)
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(empty, schema.optional())
