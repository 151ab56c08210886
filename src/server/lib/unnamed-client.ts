import pg from 'pg'

/** A connection without named statements: behind a pooler the next transaction may be another one, which knows none. */
export class UnnamedClient extends pg.Client {
  // The driver overloads this call; whatever goes in comes out of it as it is.
  override query(config: any, ...rest: any[]): any {
    const named = config?.name !== undefined && typeof config.submit !== 'function'
    return super.query(named ? { ...config, name: undefined } : config, ...rest)
  }
}
