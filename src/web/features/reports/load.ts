/**
 * Loads the page with its charts and tables. A step of its own, so that the first screen does not carry the
 * names of all their files.
 */
export const loadReports = () => import('./reports-page.tsx')
