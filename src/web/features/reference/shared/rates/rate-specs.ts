import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import { RATE_FIELDS, type RateEntity } from '#contract/rates/rate-entities.ts'
import { cartages } from '#contract/reference/cartages.ts'
import { constants } from '#contract/reference/constants.ts'
import { depots } from '#contract/reference/depots.ts'
import { freight } from '#contract/reference/freight.ts'
import { locations } from '#contract/reference/locations.ts'
import { type FlagLabels, ON_OFF, YES_NO } from '#web/ui/resource/columns.tsx'

/** A figure of a record that sets change. */
export interface Figure {
  field: string
  label: string
  /** Decimals to which a percentage of it is rounded. */
  places: number
  /** Words of a figure that is 1 or 0. */
  flags?: FlagLabels
}

/** A kind of record with rates: its page, and what of it sets change. */
export interface RateSpec {
  entity: RateEntity
  resource: Pick<Resource, 'key' | 'path' | 'row' | 'sortable'>
  to: '/freight' | '/depots' | '/locations' | '/constants' | '/cartages'
  title: string
  /** What a row is. */
  noun: string
  nameOf: (row: Record<string, unknown>) => string
  figures: readonly Figure[]
}

type Named = { name: string }

const figuresOf = (entity: RateEntity, columns: object, places: number, flags: Record<string, FlagLabels> = {}) => {
  const labels: Record<string, string | undefined> = { ...columns }
  return Object.keys(RATE_FIELDS[entity]).map(
    (field): Figure => ({ field, label: labels[field] ?? field, places, ...(flags[field] && { flags: flags[field] }) }),
  )
}
const nameOf = ({ name }: Record<string, unknown>) => String(name)

/** The five pages whose figures a rate set may change. */
export const RATE_SPECS: Record<RateEntity, RateSpec> = {
  freight: {
    entity: 'freight',
    resource: freight,
    to: '/freight',
    title: 'Freight',
    noun: 'Lane',
    nameOf: ({ tier, dest }) => `Tier ${tier}, ${dest}`,
    figures: figuresOf('freight', freight.columns ?? {}, 2),
  },
  depot: {
    entity: 'depot',
    resource: depots,
    to: '/depots',
    title: 'Depots',
    noun: 'Depot',
    nameOf,
    figures: figuresOf('depot', depots.columns ?? {}, 0),
  },
  location: {
    entity: 'location',
    resource: locations,
    to: '/locations',
    title: 'Pick-up Locations',
    noun: 'Location',
    // The cast: a row of locations has both.
    nameOf: ({ city, depot }) => `${(city as Named).name} to ${(depot as Named).name}`,
    figures: figuresOf('location', locations.columns ?? {}, 0),
  },
  constant: {
    entity: 'constant',
    resource: constants,
    to: '/constants',
    title: 'Constants',
    noun: 'Constant',
    nameOf,
    figures: figuresOf('constant', constants.columns ?? {}, 6),
  },
  cartage: {
    entity: 'cartage',
    resource: cartages,
    to: '/cartages',
    title: 'Cartages',
    noun: 'Cartage',
    nameOf,
    figures: figuresOf('cartage', cartages.columns ?? {}, 0, { status: ON_OFF, exclusion: YES_NO }),
  },
}

/** A figure as its list shows it: freight with cents, flags in words. */
export function figureText(figure: Figure | undefined, value: number): string {
  if (figure?.flags) return value === 1 ? figure.flags[0] : figure.flags[1]
  return figure?.places === 2 ? value.toFixed(2) : String(value)
}

/** The figure of an entity with this field. */
export const figureNamed = (entity: RateEntity, field: string | null) =>
  RATE_SPECS[entity].figures.find((figure) => figure.field === field)

const WORDS: Record<string, number> = { on: 1, yes: 1, true: 1, '1': 1, off: 0, no: 0, false: 0, '0': 0 }

/** The figure in a text, or why it is none, in the server's words. */
export function readFigure(entity: RateEntity, { field, flags }: Figure, text: string): { value: number } | string {
  const schema = new Map<string, z.ZodType<number>>(Object.entries(RATE_FIELDS[entity])).get(field)
  const read = schema?.safeParse(flags ? WORDS[text.trim().toLowerCase()] : text)
  return read?.success ? { value: read.data } : (read?.error.issues[0]?.message ?? '')
}
