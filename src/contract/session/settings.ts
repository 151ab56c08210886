import { z } from 'zod'

/** The version label in the header of the product; not the package's version. */
export const VERSION_LABEL = '0.9.2'

/** What the screens need to know of the server's settings. */
export const publicSettings = z.object({
  timeZone: z.string(),
  publicSiteUrl: z.string(),
  customerSiteUrl: z.string(),
  mailConfigured: z.boolean(),
  /** The domain that back-office and customer site share; null: the host itself. */
  cookieDomain: z.string().nullable(),
})
export type PublicSettings = z.infer<typeof publicSettings>
