import { attribute, findTag, type Tag, unescaped } from './xml-tags.ts'

// The patterns are compiled once: there are three for each of a hundred thousand cells.
const idOf = attribute('id')
const relationIdOf = attribute('Id')
const targetOf = attribute('Target')
/** The place of a cell ('B2'), or the number of a row. */
export const referenceOf = attribute('r')
/** The type of a cell. */
export const typeOf = attribute('t')

/** The path of the first sheet; '' if there is none. */
export function firstSheetPath(workbook = '', relations = ''): string {
  const sheet = findTag(workbook, 'sheet', () => true)
  const id = sheet && idOf(sheet)
  const relation = id && findTag(relations, 'Relationship', (tag) => relationIdOf(tag) === id)
  const target = relation && targetOf(relation)?.replace(/^\/?(xl\/)?/, '')
  return target ? `xl/${target}` : ''
}

/** Collects the texts that cells share, without phonetic hints. */
export class SharedStrings {
  readonly all: string[] = []
  #spoken = false

  add({ name, text }: Tag): void {
    if (name === 'si') this.all.push('')
    else if (name === 'rPh') this.#spoken = true
    else if (name === '/rPh') this.#spoken = false
    else if (name === '/t' && !this.#spoken) this.all[this.all.length - 1] = (this.all.at(-1) ?? '') + unescaped(text)
  }
}

/** The column of a cell, from 0, if the cell names it. */
export function columnOf(tag: Tag): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(referenceOf(tag) ?? '')?.[0]
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** A cell's text; a number in its shortest form, as it was typed ('68.55', not 68.549999999999997). */
export function textOf(type: string, raw: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(raw)] ?? ''
  if (type === 'b') return raw === '1' ? 'Yes' : 'No'
  if (type !== 'n') return unescaped(raw)
  return raw !== '' && Number.isFinite(Number(raw)) ? String(Number(raw)) : raw
}
