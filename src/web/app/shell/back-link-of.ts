interface BackLink {
  label: string
  to: '/orders' | '/clients' | '/clients/$userId' | '/csr' | '/sailings' | '/offers' | '/runs'
  userId?: string
}

/** The header's Back link at an address with a numeric id; null without one. */
export function backLinkOf(pathname: string): BackLink | null {
  const [, screen, id] =
    /^\/(orders|set-event|clients|new-order|csr|sailings|offers|runs)\/(\d+)\/?$/.exec(pathname) ?? []
  if (id === undefined) return null
  if (screen === 'clients') return { label: 'Back to Clients', to: '/clients' }
  if (screen === 'new-order') return { label: 'Back to Client', to: '/clients/$userId', userId: id }
  if (screen === 'sailings') return { label: 'Back to Sailings', to: '/sailings' }
  if (screen === 'offers') return { label: 'Back to Offers', to: '/offers' }
  if (screen === 'runs') return { label: 'Back to Changes', to: '/runs' }
  if (screen === 'csr') return { label: 'Back to CSR', to: '/csr' }
  return { label: 'Back to Orders', to: '/orders' }
}
