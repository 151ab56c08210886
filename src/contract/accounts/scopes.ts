const READ = /:read$/

/**
 * True if the granted scopes ('things:read') include the needed one. The scope to write includes the one to
 * read.
 */
export const covers = (granted: readonly string[], needed: string): boolean =>
  granted.includes(needed) || (READ.test(needed) && granted.includes(needed.replace(READ, ':write')))
