const LONGEST = 2000

/** The text of a statement without values: literals and numbers become question marks, parameters stay. */
export const withoutValues = (text: string): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![$\w.])\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
