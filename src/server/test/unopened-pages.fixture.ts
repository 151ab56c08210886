import { routesOf } from './routes.ts'

/** Addresses of pages below /site/ in the server's tree that none of these opened, those of `elsewhere` aside. */
export function unopenedPages(tree: string, opened: readonly string[], elsewhere: RegExp): string[] {
  const asPattern = (path: string) => new RegExp(`^${path.replace(/\{id\}(\([^/]*\))?/g, '[^/?]+')}(\\?|$)`)
  return routesOf(tree)
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/site/') && !elsewhere.test(path))
    .map(({ path }) => path)
    .filter((path) => !opened.some((each) => asPattern(path).test(each)))
}
