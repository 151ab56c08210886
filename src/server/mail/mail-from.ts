const NAMED = /^(.*)<([^<>]*)>$/

/** Parses MAIL_FROM: 'Name <address>' or a bare address. */
export function parseFrom(text: string): { name: string; address: string } {
  const [, name = '', address = text] = NAMED.exec(text.trim()) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() }
}
