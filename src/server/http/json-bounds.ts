import { AppError, invalid } from '#server/errors.ts'

/** Bounds of a JSON text. */
export interface JsonBounds {
  /** Depth of objects and lists inside each other. */
  jsonDepth: number
  /** Number of values: texts, numbers, words, and objects and lists themselves; not keys. */
  jsonValues: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = { '{': 0x7b, '[': 0x5b } as const
const CLOSE = { '}': 0x7d, ']': 0x5d } as const
const COMMA = 0x2c
const COLON = 0x3a
const SPACE = 0x20

/** Keys of an object up to which a list is searched: for so few a set costs more. */
const FEW = 8
/** Characters of a key that an answer repeats. */
const LONGEST = 60

/** The keys of one object found so far. */
class Keys {
  readonly #few: string[] = []
  #many: Set<string> | null = null

  /** Returns false for a key that is there already. */
  add(key: string): boolean {
    if (this.#many) {
      if (this.#many.has(key)) return false
      this.#many.add(key)
      return true
    }
    if (this.#few.includes(key)) return false
    this.#few.push(key)
    if (this.#few.length > FEW) this.#many = new Set(this.#few)
    return true
  }
}

/** Position of the closing quote of the text that begins after this quote; -1 if it does not end. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end - 1
    while (before >= start && json.charCodeAt(before) === BACKSLASH) before--
    // An even number of backslashes escape each other, not the quote.
    if ((end - before) % 2 === 1) return end
  }
  return -1
}

/** A key as a parser reads it: "\u0061" is "a". Null if it is not JSON, which the parser reports better. */
function keyOf(json: string, start: number, end: number): string | null {
  const written = json.slice(start, end)
  if (!written.includes('\\')) return written
  try {
    return JSON.parse(`"${written}"`)
  } catch {
    return null
  }
}

const isKey = (json: string, after: number): boolean => {
  let at = after
  while (at < json.length && json.charCodeAt(at) <= SPACE) at++
  return json.charCodeAt(at) === COLON
}

/**
 * Scans a JSON text once, before it is parsed: time and memory grow with its length at most, and an excessive
 * text is never built. Throws 400 for a text that is too deep, has too many values, or has a key twice in one
 * object. Any other fault is left to the parser.
 */
export function checkJson(json: string, { jsonDepth: depth, jsonValues: values }: JsonBounds): void {
  /** The objects and lists around this place; null stands for a list. */
  const around: (Keys | null)[] = []
  let found = 0
  const count = () => {
    found++
    if (found > values) throw new AppError(400, `The request has more than ${values.toLocaleString('en')} values`)
  }
  /** Whether this place is within a number or a word. */
  let inWord = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfText(json, at + 1)
      if (end === -1) return
      const keys = around.at(-1)
      if (keys && isKey(json, end + 1)) {
        const key = keyOf(json, at + 1, end)
        if (key !== null && !keys.add(key)) throw twice(key)
      } else count()
      at = end
      inWord = false
    } else if (code === OPEN['{'] || code === OPEN['[']) {
      count()
      if (around.length === depth)
        throw new AppError(400, `The request has more than ${depth} levels inside each other`)
      around.push(code === OPEN['{'] ? new Keys() : null)
      inWord = false
    } else if (code === CLOSE['}'] || code === CLOSE[']']) {
      around.pop()
      inWord = false
    } else if (code <= SPACE || code === COMMA || code === COLON) inWord = false
    else if (!inWord) {
      count()
      inWord = true
    }
  }
}

/** Parses a JSON text that is part of a request, but not its body. Throws 400 as above, and SyntaxError. */
export function readJson(json: string, bounds: JsonBounds): unknown {
  checkJson(json, bounds)
  return JSON.parse(json)
}

function twice(key: string): AppError {
  const name = key.toWellFormed().slice(0, LONGEST)
  return invalid({ [name]: `Send ${name} once` })
}
