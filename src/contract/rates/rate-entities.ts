import { z } from 'zod'
import { constants } from '#contract/reference/constants.ts'
import { depots } from '#contract/reference/depots.ts'
import { freight } from '#contract/reference/freight.ts'
import { locations } from '#contract/reference/locations.ts'

/** Kinds of records that the calculator reads, and whose values have a history. */
export const RATE_ENTITIES = ['freight', 'depot', 'location', 'constant', 'cartage'] as const
export type RateEntity = (typeof RATE_ENTITIES)[number]

/** A yes or no as a figure: the only numbers that a cartage has. */
const zeroOrOne = () => z.union([z.literal(0), z.literal(1)], { error: 'This is 0 or 1' })

/**
 * The figures of each entity that a set may change, with their rules: those of the entity's own call. Tier,
 * destination and the depot of a location are no rates: they change today only.
 */
export const RATE_FIELDS = {
  freight: { cbm: freight.input.shape.cbm, mt: freight.input.shape.mt },
  depot: {
    depotFixed: depots.input.shape.depotFixed,
    depotVar: depots.input.shape.depotVar,
    depotVarMin: depots.input.shape.depotVarMin,
  },
  location: {
    precarFixed: locations.input.shape.precarFixed,
    precarVar: locations.input.shape.precarVar,
    precarVarMin: locations.input.shape.precarVarMin,
  },
  constant: { value: constants.input.shape.value },
  cartage: { exclusion: zeroOrOne(), status: zeroOrOne() },
} as const satisfies Record<RateEntity, Record<string, z.ZodType<number>>>

/** A lane with its ocean freight: USD per CBM and per metric ton. */
export const lane = z.object({ tier: z.int(), dest: z.string(), cbm: z.number(), mt: z.number() })
export type Lane = z.infer<typeof lane>
export type NullableLane = Lane | null
