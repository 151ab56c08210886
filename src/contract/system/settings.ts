import { z } from 'zod'
import { zoneRules } from '#contract/lib/zones.ts'

/** The version in the header, fixed by the specification; not the package's version. */
export const VERSION_LABEL = '0.9.2'

/** Settings of the server that the screens use. */
export const publicSettings = z.object({
  timeZone: z.string(),
  /** The rules by which every clock of the screens reads the time zone. */
  zone: zoneRules,
  publicSiteUrl: z.string(),
  customerSiteUrl: z.string(),
  mailConfigured: z.boolean(),
  /** Seconds for which mails to clients are held and events can be undone. */
  mailHoldSeconds: z.int(),
  /** The domain that back office and customer site share; null for the host itself. */
  cookieDomain: z.string().nullable(),
  /** True if the checklist of a new installation is open; for administrators. */
  setupOpen: z.boolean(),
})
export type PublicSettings = z.infer<typeof publicSettings>
