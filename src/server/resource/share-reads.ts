import type { Db } from '#server/db/client.ts'

/** A running read, and the one that begins when it ends. */
interface Turn<Value> {
  running: Promise<Value>
  next: Promise<Value> | null
}

/**
 * Makes one read for all who ask the same of the same database at once. A caller who asks while it is running
 * gets the answer of the next one, which begins when it ends: no answer is older than its question. A failure
 * reaches only those who waited for that read. For figures that take long to count and that many look at;
 * `question` is compared as JSON.
 */
export function shareReads<Question, Value>(
  read: (from: Db, question: Question) => Promise<Value>,
): (from: Db, question: Question) => Promise<Value> {
  const turnsOf = new WeakMap<Db, Map<string, Turn<Value>>>()

  return (from, question) => {
    const turns = turnsOf.get(from) ?? new Map<string, Turn<Value>>()
    turnsOf.set(from, turns)
    const key = JSON.stringify(question) ?? ''

    function begin(): Promise<Value> {
      const turn: Turn<Value> = { running: read(from, question), next: null }
      turns.set(key, turn)
      const end = () => {
        if (!turn.next) turns.delete(key)
      }
      turn.running.then(end, end)
      return turn.running
    }

    const turn = turns.get(key)
    if (!turn) return begin()
    turn.next ??= turn.running.then(begin, begin)
    return turn.next
  }
}
