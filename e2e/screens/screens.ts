import { readFileSync } from 'node:fs'
import type { Order } from '#contract/orders/orders.ts'
import { codeOf } from '#e2e/lib/order-data.ts'
import { sailingWithCargo } from '#e2e/lib/sailing-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'

export interface Screen {
  name: string
  path: string
  /** True for a screen without a login. */
  open?: boolean
}

interface Row {
  id: number
}

/** The entries of the menu, read as text: it is made for a browser. */
const MENU: Screen[] = [
  ...readFileSync(new URL('../../src/web/app/menu.ts', import.meta.url), 'utf8').matchAll(
    /(?:to: |reference\(\s*)'\/([\w-]+)'/g,
  ),
].map(([, name = '']) => ({ name, path: `/${name}` }))

/** Every screen of the product, with demo records that fill it. What is in the menu needs no line here. */
export async function allScreens(server: Pick<RunningServer, 'call' | 'tokenOf'>): Promise<Screen[]> {
  const { token } = await server.tokenOf('admin')
  const first = async (path: string) => {
    const { data } = await server.call<{ items: Row[] }>(path, { token })
    const { items } = data
    return items[0]?.id ?? 1
  }
  const order = await orderWithDocuments(server, token)
  const tracked = await server.call<Order>(`request/booking/get/${order}`, { token })
  const client = await first('admin/user?per_page=1')
  const mail = await first('template/email?per_page=1&system=false')
  const block = await first('template/block?per_page=1')
  const article = await first('article?per_page=1')
  const mailIn = await first('mail-in?per_page=1')
  const visible = await server.call<{ items: { slug: string }[] }>('article?per_page=1&visibility=true', { token })
  const shown = visible.data.items[0]?.slug
  const screens: Screen[] = [
    { name: 'login', path: '/login', open: true },
    { name: 'forgot-password', path: '/forgot-password', open: true },
    { name: 'reset-password', path: `/reset-password/${'A'.repeat(43)}`, open: true },
    { name: 'orders', path: '/orders' },
    { name: 'order-events', path: `/orders/${order}` },
    { name: 'order-shipment', path: `/orders/${order}?tab=shipment` },
    { name: 'order-documents', path: `/orders/${order}?tab=documents` },
    { name: 'set-event', path: `/set-event/${order}` },
    { name: 'clients', path: '/clients' },
    { name: 'client', path: `/clients/${client}` },
    { name: 'new-order', path: `/new-order/${client}` },
    { name: 'blog', path: '/blog' },
    { name: 'blog-resources', path: '/blog?tab=resources' },
    { name: 'blog-main', path: '/blog?tab=main' },
    { name: 'create-article', path: '/create-article' },
    { name: 'edit-article', path: `/edit-article/${article}` },
    { name: 'templates', path: '/templates' },
    { name: 'templates-blocks', path: '/templates?tab=blocks' },
    { name: 'templates-variables', path: '/templates?tab=variables' },
    { name: 'create-mail', path: '/create-mail' },
    { name: 'edit-mail', path: `/edit-mail/${mail}` },
    { name: 'create-html-block', path: '/create-html-block' },
    { name: 'edit-html-block', path: `/edit-html-block/${block}` },
    { name: 'locations-by-city', path: '/locations/by-city' },
    { name: 'today', path: '/today?owner=all' },
    { name: 'integrations', path: '/integrations' },
    { name: 'integrations-webhooks', path: '/integrations?tab=webhooks' },
    { name: 'integrations-mailboxes', path: '/integrations?tab=mailboxes' },
    { name: 'integrations-feeds', path: '/integrations?tab=feeds' },
    { name: 'carrier-events', path: '/carrier-events?state=all' },
    { name: 'inbox', path: '/inbox?view=all' },
    { name: 'inbox-thread', path: `/inbox?view=all&mail=${mailIn}` },
    { name: 'inbox-order', path: `/inbox?view=all&mail=${mailIn}&facts=true` },
    { name: 'inbox-reply', path: `/inbox?view=all&mail=${mailIn}&reply=true` },
    { name: 'inbox-unmatched', path: `/inbox?view=unmatched&mail=${await first('mail-in?per_page=1&matched=none')}` },
    { name: 'integrations-examples', path: '/integrations?tab=examples' },
    { name: 'sailings', path: '/sailings' },
    { name: 'sailing', path: `/sailings/${await sailingWithCargo(server)}` },
    { name: 'reports', path: '/reports?period=this-year' },
    { name: 'reports-list', path: '/reports?report=quotes&from=2026-01-01&to=2026-12-31' },
    { name: 'import', path: '/import?kind=orders' },
    { name: 'setup', path: '/setup' },
    { name: 'csr', path: '/csr' },
    { name: 'site', path: '/site/', open: true },
    { name: 'site-article', path: `/site/article/${shown}`, open: true },
    { name: 'site-tracking', path: '/site/tracking', open: true },
    { name: 'site-tracking-found', path: `/site/tracking?code=${codeOf(tracked.data)}`, open: true },
    { name: 'not-found', path: '/no/such/page' },
  ]
  const covered = new Set(screens.map(({ path }) => path.split('?')[0]))
  return [...screens, ...MENU.filter(({ path }) => !covered.has(path))]
}

/** A recent order in progress with documents. */
async function orderWithDocuments(server: Pick<RunningServer, 'call'>, token: string): Promise<number> {
  const { data } = await server.call<{ items: (Row & { status: number })[] }>(
    'request/booking/get_all?per_page=200&page=2',
    { token },
  )
  const { items } = data
  for (const { id } of items.filter(({ status }) => status === 0)) {
    const order = await server.call<{ documentCount: number; bookingConfirmation: unknown }>(
      `request/booking/get/${id}`,
      { token },
    )
    const { documentCount, bookingConfirmation } = order.data
    if (documentCount > 0 && bookingConfirmation) return id
  }
  return items[0]?.id ?? 1
}
