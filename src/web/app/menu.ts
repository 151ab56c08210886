import { linkOptions } from '@tanstack/react-router'

/**
 * The side menu's entries before the options group, in the specification's order. Icons are in
 * menu-icons.tsx.
 */
export const MAIN_ENTRIES = linkOptions([
  { to: '/orders', label: 'Orders' },
  { to: '/clients', label: 'Clients' },
  { to: '/blog', label: 'Blog' },
  { to: '/templates', label: 'Templates' },
])

export const OPTION_ENTRIES = linkOptions([
  { to: '/events', label: 'Events' },
  { to: '/depots', label: 'Depots' },
  { to: '/ports', label: 'Ports' },
  { to: '/cities', label: 'Cities' },
  { to: '/locations', label: 'Pick-up Locations' },
  { to: '/vessels', label: 'Vessels' },
  { to: '/cartages', label: 'Cartages' },
  { to: '/freight', label: 'Freight' },
  { to: '/constants', label: 'Constants' },
  { to: '/delivery-time', label: 'Delivery Time' },
  { to: '/mail-settings', label: 'Mail Settings' },
  { to: '/hints', label: 'Hints' },
])

/** Our own screens, below the specified entries. */
export const OWN_ENTRIES = linkOptions([
  { to: '/today', label: 'Today' },
  { to: '/sailings', label: 'Sailings' },
  { to: '/reports', label: 'Reports' },
  { to: '/carriers', label: 'Carriers' },
  { to: '/document-requirements', label: 'Document requirements' },
  { to: '/runs', label: 'Bulk changes' },
  { to: '/mail-log', label: 'Mail log' },
])

/** Entries for administrators only. */
export const ADMIN_ENTRIES = linkOptions([
  { to: '/company', label: 'Company' },
  { to: '/staff', label: 'Staff' },
  { to: '/audit', label: 'Audit' },
  { to: '/attention-rules', label: 'Queue rules' },
  { to: '/integrations', label: 'Integrations' },
])

/** The entry that leads administrators through a new installation, until everything is there. */
export const SETUP_ENTRY = linkOptions({ to: '/setup', label: 'Setup' })

/** Entries that this person sees, in the menu and in the box. */
export const shownEntries = ({ admin = false, setup = false }: { admin?: boolean; setup?: boolean }) => ({
  main: MAIN_ENTRIES,
  options: OPTION_ENTRIES,
  own: [...OWN_ENTRIES, ...(admin ? ADMIN_ENTRIES : []), ...(setup ? [SETUP_ENTRY] : [])],
})
