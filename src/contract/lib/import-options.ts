/** Encodings in which a CSV file can be read. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252'] as const
export type TextEncodingName = (typeof TEXT_ENCODINGS)[number]
/** Signs between the cells of a CSV file. */
export const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]
