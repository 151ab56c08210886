/** The caller that asks for work: a user's id, an address. Callers without one (null) stand in one line. */
export type Caller = string | number | null

/** Whether a caller may have another piece in work. */
export type MayHave = (caller: Caller) => boolean
const anybody: MayHave = () => true

/**
 * Waiting work, taken in turns: a caller's next piece comes after one piece of every other waiting caller,
 * however many it has asked for, and however early.
 */
export class FairQueue<Piece> {
  /** Lines in the order of their turns. */
  readonly #lines = new Map<Caller, Piece[]>()
  #size = 0
  /** The caller of the piece that was taken last. */
  #last: Caller | undefined

  get size(): number {
    return this.#size
  }

  add(caller: Caller, piece: Piece): void {
    const line = this.#lines.get(caller)
    if (line) line.push(piece)
    else this.#lines.set(caller, [piece])
    this.#size++
  }

  /** Whether a piece waits of a caller who may have another. */
  waitsFor(mayHave: MayHave): boolean {
    return this.#nextOf(mayHave) !== undefined
  }

  /** The next piece of a caller who may have another; undefined if none waits. */
  take(mayHave = anybody): Piece | undefined {
    const caller = this.#nextOf(mayHave)
    const line = caller === undefined ? undefined : this.#lines.get(caller)
    if (caller === undefined || !line) return undefined
    const piece = line.shift()
    this.#lines.delete(caller)
    if (line.length > 0) this.#lines.set(caller, line)
    this.#size--
    this.#last = caller
    return piece
  }

  /** The caller whose turn it is: not the one who had the last, unless nobody else waits. */
  #nextOf(mayHave: MayHave): Caller | undefined {
    const waiting = [...this.#lines.keys()].filter(mayHave)
    return waiting.find((caller) => caller !== this.#last) ?? waiting[0]
  }

  /**
   * Makes room for this caller in a full queue by dropping the last piece of the caller with most waiting.
   * Undefined if that would be no fairer.
   */
  giveUpFor(caller: Caller): Piece | undefined {
    const own = this.#lines.get(caller)?.length ?? 0
    let longest: Piece[] = []
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line
    if (longest.length <= own + 1) return undefined
    this.#size--
    return longest.pop()
  }
}
