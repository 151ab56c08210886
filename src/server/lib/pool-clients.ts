import pg from 'pg'

/** Milliseconds; the database ends a statement after five seconds, so a longer silence is a lost connection. */
const SILENCE = 7_000

/**
 * A connection that is cut when it owes an answer for 7 s: a database that vanished without a word (a machine without
 * power, a pooler that waits for it, a commit that waits for a lost standby) must not hold its callers.
 */
export class WatchedClient extends pg.Client {
  #watch: NodeJS.Timeout | undefined

  constructor(config?: pg.ClientConfig) {
    super(config)
    const rest = () => {
      clearTimeout(this.#watch)
      this.#watch = undefined
    }
    this.on('drain', rest)
    this.once('end', rest)
  }

  // The driver overloads this call; whatever goes in comes out of it as it is.
  override query(...sent: any[]): any {
    this.#watch ??= setTimeout(() => this.connection.stream.destroy(), SILENCE).unref()
    return Reflect.apply(super.query, this, sent)
  }
}

/** The same without named statements: behind a pooler the next transaction may be another connection, which knows none. */
export class UnnamedClient extends WatchedClient {
  override query(config: any, ...rest: any[]): any {
    const named = config?.name !== undefined && typeof config.submit !== 'function'
    return super.query(named ? { ...config, name: undefined } : config, ...rest)
  }
}
