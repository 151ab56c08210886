import type { FileReading, ImportOptions, ReadOptions } from '#contract/lib/import-options.ts'

/** Whether an option chooses nothing: null, false, and objects without keys take a choice back. */
const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Choices as they were, changed by what is given now; what chooses nothing is left out. */
export const withChoices = (before: ImportOptions, given: ImportOptions): ImportOptions =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => !isNothing(value)))

/** Where the table of a file was found. */
export interface FoundTable extends Pick<ReadOptions, 'sheet' | 'encoding' | 'separator' | 'headingRow'> {
  /** The sheets that people see; none for CSV. */
  sheets: readonly string[]
  /** A text by which to check a guessed encoding; null for one that is sure or chosen. */
  guessedBy: string | null
  /** True if it was read in the encoding of an earlier file, where it seems to be in another. */
  isAgainstGuess?: boolean
}

/** Whether the encoding of a file is a guess that nobody has confirmed, and a text by which to check it. */
export function encodingGuess(
  { encoding }: ImportOptions,
  { guessedBy, isAgainstGuess = false }: FoundTable,
): Pick<FileReading, 'encodingGuessed' | 'encodingSample'> {
  const encodingSample = encoding && !isAgainstGuess ? null : guessedBy
  return { encodingGuessed: encodingSample !== null, encodingSample }
}

/** The names of options that still are as for an earlier file, without forms that this file was not read with. */
export const stillAsLastTime = (
  names: readonly string[],
  chosen: ImportOptions,
  forms: Pick<ReadOptions, 'dateForm' | 'decimalSign'>,
): string[] => names.filter((name) => (name !== 'dateForm' && name !== 'decimalSign') || forms[name] === chosen[name])

/** The options as a file was read: where its table is, the forms of its cells, and the choices. */
export const optionsRead = (
  chosen: ImportOptions,
  { sheets: _, guessedBy: __, isAgainstGuess: ___, ...place }: FoundTable,
  forms: Pick<ReadOptions, 'dateForm' | 'decimalSign'>,
): FileReading['options'] => ({
  ...place,
  ...forms,
  fixed: chosen.fixed ?? {},
  values: chosen.values ?? {},
  historic: chosen.historic ?? false,
  update: chosen.update ?? false,
})
