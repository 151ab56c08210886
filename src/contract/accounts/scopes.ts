const READ = /:read$/

/** Whether scopes ('things:read') include one that is needed. That to write something includes that to read it. */
export const covers = (granted: readonly string[], needed: string): boolean =>
  granted.includes(needed) || (READ.test(needed) && granted.includes(needed.replace(READ, ':write')))
