/** Where requests to an address of a test really go. */
type Hosts = Record<string, string>

interface Request {
  method?: string
  body?: URLSearchParams | string
  headers?: Record<string, string>
}

/** A browser's part between two sites: cookies by host, and one redirect after the other. */
export function createBrowser(hosts: Hosts) {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: URL) => {
    const jar = jars.get(url.host) ?? new Map<string, string>()
    jars.set(url.host, jar)
    return jar
  }

  async function request(address: string, { method = 'GET', body, headers = {} }: Request = {}) {
    const url = new URL(address)
    const jar = jarOf(url)
    const target = `${hosts[url.origin] ?? url.origin}${url.pathname}${url.search}`
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { ...headers, ...(cookie ? { cookie } : {}) }
    const reply = await fetch(target, { method, body, headers: sent, redirect: 'manual' })
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '' || /max-age=0/i.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
    return reply
  }

  /** Follows redirects from an address up to a page, or up to an address that begins with `until`. */
  async function follow(address: string, until: string): Promise<URL> {
    let next = address
    for (let n = 0; n < 20; n++) {
      if (next.startsWith(until)) return new URL(next)
      const reply = await request(next)
      const location = reply.headers.get('location')
      if (!location) throw new Error(`${next} answers ${reply.status}: ${await reply.text()}`)
      next = new URL(location, next).href
    }
    throw new Error('Too many redirects')
  }
  return { request, follow, cookiesOf: (url: string) => jarOf(new URL(url)) }
}
export type Browser = ReturnType<typeof createBrowser>

/** The JSON of a reply, untyped: a test reads any path of it, and fails when it is missing. */
export const jsonOf = async (reply: Response) => JSON.parse(await reply.text())
