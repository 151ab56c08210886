import { z } from 'zod'

/** The version shown in the header, fixed by the specification; not the package's version. */
export const VERSION_LABEL = '0.9.2'

/** Settings of the server that the screens use. */
export const publicSettings = z.object({
  timeZone: z.string(),
  publicSiteUrl: z.string(),
  customerSiteUrl: z.string(),
  mailConfigured: z.boolean(),
  /** For how many seconds mails to clients are held, and events can be undone. */
  mailHoldSeconds: z.int(),
  /** The domain shared by back-office and customer site; null means the host itself. */
  cookieDomain: z.string().nullable(),
  /** For administrators: whether the checklist of a new installation still leads through it. */
  setupOpen: z.boolean(),
})
export type PublicSettings = z.infer<typeof publicSettings>
