import { invalid } from '#server/errors.ts'

const FLAGS: Record<string, boolean> = { true: true, false: false, 1: true, 0: false }

/** A flag of a query: true, false, 1 or 0; null when it is absent. Throws 400. */
export function queryFlag(query: Record<string, unknown>, name: string): boolean | null {
  const sent = query[name]
  if (sent === undefined) return null
  const flag = FLAGS[String(sent)]
  if (flag === undefined) throw invalid({ [name]: `${name} is true or false` })
  return flag
}
