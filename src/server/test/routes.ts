/** ':id', or ':templateId|:id' where routes name it differently. */
const PARAMETER = /:[A-Za-z]+(\|:[A-Za-z]+)*/g

/**
 * The routes of the server's own tree: each line is four columns deeper than its parent and names what it
 * adds.
 */
export function routesOf(tree: string): { method: string; path: string }[] {
  const found: { method: string; path: string }[] = []
  const parents: string[] = []
  for (const line of tree.split('\n')) {
    const [, indent = '', piece = '', methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S*) \(([A-Z, ]+)\)$/.exec(line) ?? []
    if (methods === '') continue
    const depth = indent.length / 4
    const path = `${parents[depth - 1] ?? ''}${piece}`
    parents[depth] = path
    for (const method of methods.split(', ')) found.push({ method, path: path.replaceAll(PARAMETER, '{id}') })
  }
  return found
}
