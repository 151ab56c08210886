/** The caller that asks for work: a user's id, an address. Callers without one (null) stand in one line. */
export type Caller = string | number | null

/**
 * Waiting work, taken in turns: a caller's next piece comes after one piece of every other waiting caller,
 * however many it has asked for.
 */
export class FairQueue<Piece> {
  /** Lines in the order of their turns. */
  readonly #lines = new Map<Caller, Piece[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(caller: Caller, piece: Piece): void {
    const line = this.#lines.get(caller)
    if (line) line.push(piece)
    else this.#lines.set(caller, [piece])
    this.#size++
  }

  /** The next piece; undefined if none waits. */
  take(): Piece | undefined {
    const [next] = this.#lines
    if (!next) return undefined
    const [caller, line] = next
    const piece = line.shift()
    this.#lines.delete(caller)
    if (line.length > 0) this.#lines.set(caller, line)
    this.#size--
    return piece
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
