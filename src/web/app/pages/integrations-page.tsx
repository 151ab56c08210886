import { FeedsTab } from '#web/features/carrier-events/feeds/feeds-tab.tsx'
import { IntegrationsPage } from '#web/features/integrations/integrations-page.tsx'
import { MailboxesTab } from '#web/features/mail-in/mailboxes/mailboxes-tab.tsx'

/** The integrations, with the mailboxes and the feeds of carriers. */
export const IntegrationsWithMailboxes = () => <IntegrationsPage mailboxes={<MailboxesTab />} feeds={<FeedsTab />} />
