/** Characters that a slot of a mask takes; every other character of a mask is a separator. */
const SLOTS: Record<string, RegExp | undefined> = { a: /[a-z]/i, '9': /\d/ }

/** Characters of a text that fit the mask's slots one after the other, in capitals, without others. */
export function fitMask(mask: string, text: string): string {
  const slots = [...mask].flatMap((char) => SLOTS[char] ?? [])
  let fitting = ''
  for (const char of text) if (slots[fitting.length]?.test(char)) fitting += char.toUpperCase()
  return fitting
}

/** A plain value in its mask, up to the next free slot: in 'aa - 99', 'AB' gives 'AB - '. */
export function showMasked(mask: string, plain: string): string {
  let shown = ''
  let used = 0
  for (const char of plain && mask) {
    if (SLOTS[char] && used === plain.length) break
    shown += SLOTS[char] ? plain[used++] : char
  }
  return shown
}

interface Edit {
  /** The field's content after the key was pressed. */
  text: string
  caret: number
  /** True for the Delete key. */
  forward: boolean
}

/**
 * The plain value after an edit of the shown one, and the place of the caret. Deleting a separator deletes
 * the character on its other side.
 */
export function editMasked(mask: string, before: string, { text, caret, forward }: Edit) {
  const plain = fitMask(mask, text)
  const left = fitMask(mask, text.slice(0, caret)).length
  const onlySeparator = plain === before && text.length < showMasked(mask, before).length
  const cut = forward ? left : left - 1
  if (!onlySeparator || cut < 0) return { plain, caret: showMasked(mask, plain.slice(0, left)).length }
  const rest = fitMask(mask, plain.slice(0, cut) + plain.slice(cut + 1))
  return { plain: rest, caret: showMasked(mask, plain.slice(0, cut)).length }
}
