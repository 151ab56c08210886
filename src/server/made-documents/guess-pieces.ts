import { MAX_PIECES } from '#contract/made-documents/made-documents.ts'

const COUNTED =
  /(?<![\d.,-])(\d{1,3})\s*(?:x\s*)?(?:cartons?|ctns?|boxes|box|pallets?|plts?|packages?|pkgs?|pieces?|pcs|crates?|bags?|rolls?|drums?)\b/gi

/**
 * The number of packages in a description of goods, 'Lamps, 49 cartons'; null if it names none, or several
 * kinds.
 */
export function guessPieces(description: string): number | null {
  const [first, ...more] = [...description.matchAll(COUNTED)].map(([, count]) => Number(count))
  return first !== undefined && more.length === 0 && first >= 1 && first <= MAX_PIECES ? first : null
}
