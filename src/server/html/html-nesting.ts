import { tokenize } from '#contract/lib/markup/tokens.ts'

/** Deepest nesting, more than any real text has: sanitisers take very long over thousands. */
const MAX_NESTED_ELEMENTS = 200
export const NESTED_TOO_DEEP = `Elements may be nested at most ${MAX_NESTED_ELEMENTS} deep`

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements that the next one of their kind closes. */
const IMPLIED = new Set('p li dt dd tr td th option'.split(' '))

/** True if elements are nested too deep. Linear time. */
export function isNestedTooDeep(html: string): boolean {
  const open: string[] = []
  for (const { kind, name } of tokenize(html)) {
    if (kind === 'start' && !VOID.has(name)) {
      if (IMPLIED.has(name) && open.at(-1) === name) open.pop()
      if (open.push(name) > MAX_NESTED_ELEMENTS) return true
    } else if (kind === 'end') {
      const at = open.lastIndexOf(name)
      if (at >= 0) open.length = at
    }
  }
  return false
}
