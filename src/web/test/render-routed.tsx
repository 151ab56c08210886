import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderInApp } from './render.tsx'

/** Renders what has links in it, at an address of its own. */
export function renderRouted(children: ReactNode) {
  const routeTree = createRootRoute({ component: () => children })
  // The cast: the product's router has other routes.
  return renderInApp(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />)
}
