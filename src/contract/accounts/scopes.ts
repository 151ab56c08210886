const READ = /:read$/

/** Scopes that a scope of another name brings: a key that answers mail can read it. */
const ALSO: Record<string, string> = { 'inbox:read': 'mail:write' }

/** True if the granted scopes ('things:read') include the needed one. Writing includes reading. */
export const covers = (granted: readonly string[], needed: string): boolean =>
  granted.includes(needed) ||
  (READ.test(needed) && granted.includes(needed.replace(READ, ':write'))) ||
  granted.includes(ALSO[needed] ?? needed)
