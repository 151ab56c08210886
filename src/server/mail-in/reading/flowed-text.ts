/** The lines of format=flowed (RFC 3676) as paragraphs: a line that ends in a space goes on in the next of the same depth. */
export function unflowed(text: string, deletesSpace: boolean): string {
  const out: string[] = []
  let open: { depth: number; parts: string[] } | null = null
  const close = () => {
    if (open) out.push(`${'>'.repeat(open.depth)}${open.depth > 0 ? ' ' : ''}${open.parts.join('')}`)
    open = null
  }
  for (const raw of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(raw)?.[0].length ?? 0
    const line = raw.slice(depth).replace(/^ /, '')
    const isSignature = line === '-- '
    if (open && (open.depth !== depth || isSignature)) close()
    open ??= { depth, parts: [] }
    const isOpen = line.endsWith(' ') && !isSignature
    open.parts.push(isOpen && deletesSpace ? line.slice(0, -1) : line)
    if (!isOpen) close()
  }
  close()
  return out.join('\n')
}
