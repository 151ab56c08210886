import { z } from 'zod'

/** Names every invalid setting, one per line. */
export class ConfigError extends Error {}

/** The address of something, by one of these protocols ('https:'). */
export const url = (what: string, protocols: string[]) =>
  z.string().refine((value) => {
    try {
      return protocols.includes(new URL(value).protocol)
    } catch {
      return false
    }
  }, `must be ${what}`)

/** An empty variable is one that is not set. */
export const empty = (value: unknown) => (value === '' ? undefined : value)
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(empty, schema.optional())
