import { articles } from '#contract/blog/articles.ts'
import { webhooks } from '#contract/integrations/webhooks.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { documentRequirements } from '#contract/papers/document-requirements.ts'
import { carriers } from '#contract/reference/carriers.ts'
import { cartages } from '#contract/reference/cartages.ts'
import { cities } from '#contract/reference/cities.ts'
import { constants } from '#contract/reference/constants.ts'
import { depots } from '#contract/reference/depots.ts'
import { events } from '#contract/reference/events.ts'
import { freight } from '#contract/reference/freight.ts'
import { hints } from '#contract/reference/hints.ts'
import { locations } from '#contract/reference/locations.ts'
import { mailAddresses } from '#contract/reference/mail-addresses.ts'
import { ports } from '#contract/reference/ports.ts'
import { vessels } from '#contract/reference/vessels.ts'
import { containers } from '#contract/sailings/containers.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { htmlBlocks, mailTemplates, templateVariables } from '#contract/templates/templates.ts'

/** Reference data and content, and how the API's document speaks of one and of many. */
export const RESOURCES: [Resource, one: string, many: string][] = [
  [events, 'Event', 'Events'],
  [ports, 'Port', 'Ports'],
  [cities, 'City', 'Cities'],
  [vessels, 'Vessel', 'Vessels'],
  [carriers, 'Carrier', 'Carriers'],
  [documentRequirements, 'DocumentRequirement', 'DocumentRequirements'],
  [depots, 'Depot', 'Depots'],
  [freight, 'FreightRate', 'FreightRates'],
  [cartages, 'Cartage', 'Cartages'],
  [constants, 'Constant', 'Constants'],
  [hints, 'Hint', 'Hints'],
  [locations, 'Location', 'Locations'],
  [mailAddresses, 'MailAddress', 'MailAddresses'],
  [mailTemplates, 'MailTemplate', 'MailTemplates'],
  [htmlBlocks, 'HtmlBlock', 'HtmlBlocks'],
  [templateVariables, 'TemplateVariable', 'TemplateVariables'],
  [sailings, 'Sailing', 'Sailings'],
  [containers, 'Container', 'Containers'],
  [articles, 'Article', 'Articles'],
  [webhooks, 'Webhook', 'Webhooks'],
]
