import { IntegrationsPage } from '#web/features/integrations/integrations-page.tsx'
import { MailboxesTab } from '#web/features/mail-in/mailboxes/mailboxes-tab.tsx'

/** The integrations, with the mailboxes. */
export const IntegrationsWithMailboxes = () => <IntegrationsPage mailboxes={<MailboxesTab />} />
