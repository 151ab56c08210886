import { tokenize } from '#contract/lib/markup/tokens.ts'

/** More than any mail or article has; a sanitiser takes very long over many thousands. */
const MAX_NESTED_ELEMENTS = 200
export const NESTED_TOO_DEEP = `No more than ${MAX_NESTED_ELEMENTS} elements inside each other`

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements that end by themselves when the next of their kind begins. */
const IMPLIED = new Set('p li dt dd tr td th option'.split(' '))

/** True when the elements of a text stand too deep in each other. Takes linear time. */
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
