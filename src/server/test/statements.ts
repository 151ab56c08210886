import pg from 'pg'

/** Counts what is sent to the database until the returned function is called. */
export function countStatements(pattern: RegExp): () => number {
  const query = pg.Client.prototype.query
  let n = 0
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent as [{ text?: string } | string] // pg's overloads
    const text = typeof first === 'string' ? first : first.text
    if (text && pattern.test(text)) n++
    return Reflect.apply(query, this, sent)
  } as typeof query // the same
  return () => {
    pg.Client.prototype.query = query
    return n
  }
}
