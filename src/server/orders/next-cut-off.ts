/** SQL of a date of `sailings` among cut-offs: null once it has passed. */
const ahead = (column: string) => `case when sailings.${column} > now() then sailings.${column} end`

/**
 * SQL of the first cut-off of `sailings` that has not passed; null without one, and once the sailing has
 * departed or was cancelled.
 */
export const NEXT_CUT_OFF = `case when sailings.status in ('planned', 'closed')
  then least(${['cargo_cut_off_at', 'documentation_cut_off_at', 'vgm_cut_off_at'].map(ahead).join(', ')}) end`
