import type { z } from 'zod'
import { articles } from '#contract/blog/articles.ts'
import { webhooks } from '#contract/integrations/webhooks.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { inboxes } from '#contract/mail-in/inboxes.ts'
import { offers } from '#contract/offers/offers.ts'
import { documentRequirements } from '#contract/papers/document-requirements.ts'
import { rateSets } from '#contract/rates/rate-sets.ts'
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
import { places } from '#contract/reference/places.ts'
import { ports } from '#contract/reference/ports.ts'
import { vessels } from '#contract/reference/vessels.ts'
import { containers } from '#contract/sailings/containers.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { htmlBlocks, mailTemplates, templateVariables } from '#contract/templates/templates.ts'

/** Reference data: what has the routes of a resource and an export, without a line on the server. */
export const REFERENCE_DATA = [
  events,
  ports,
  cities,
  vessels,
  carriers,
  places,
  documentRequirements,
  depots,
  freight,
  cartages,
  constants,
  hints,
  locations,
  mailAddresses,
] as const

const ALL = [
  ...REFERENCE_DATA,
  mailTemplates,
  htmlBlocks,
  templateVariables,
  sailings,
  containers,
  rateSets,
  offers,
  articles,
  webhooks,
  inboxes,
] as const

export type ResourceKey = (typeof ALL)[number]['key']

/**
 * Every resource: reference data and content. Tags, schema names, scopes and the words of the trail follow
 * from this list.
 */
export const RESOURCES: readonly Resource<z.ZodObject, z.ZodObject, ResourceKey>[] = ALL

/** A name in camel case, for the API's document: 'Document requirement' becomes 'DocumentRequirement'. */
const inCamelCase = (name: string) => name.replaceAll(/[ -]./g, (start) => start.slice(1).toUpperCase())
const plural = (one: string) =>
  one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}${one.endsWith('s') ? 'es' : 's'}`

/** Schema names of one record and of many, for the API's document: 'FreightRate', 'FreightRates'. */
export function schemaNames({ name, schema }: Pick<Resource, 'name' | 'schema'>): [one: string, many: string] {
  const one = schema ?? inCamelCase(name)
  return [one, plural(one)]
}
