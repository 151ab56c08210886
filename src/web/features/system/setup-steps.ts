import { linkOptions } from '@tanstack/react-router'
import { SETUP_STEPS, type SetupStep } from '#contract/system/setup.ts'

/** The purpose of each step, and the screen where it is done. */
export const STEPS = {
  ports: {
    title: 'Ports',
    use: 'Where ships load and discharge. Quote requests and booking confirmations choose from them.',
    link: linkOptions({ to: '/ports' }),
  },
  cities: {
    title: 'Cities',
    use: 'Where suppliers are and cargo is picked up.',
    link: linkOptions({ to: '/cities' }),
  },
  depots: {
    title: 'Depots',
    use: 'Where you consolidate cargo, each in a port or a city, with its origin charges and its tier.',
    link: linkOptions({ to: '/depots' }),
  },
  cartages: {
    title: 'Cartages',
    use: 'Where shipments are delivered, such as warehouses and Amazon centers.',
    link: linkOptions({ to: '/cartages' }),
  },
  freight: {
    title: 'Freight',
    use: 'Ocean freight rates by depot tier and cartage destination. Shipments without a matching rate cannot be priced.',
    link: linkOptions({ to: '/freight' }),
  },
  events: {
    title: 'Events',
    use: 'The steps of a shipment, such as "Cargo received". Set them on an order as it moves.',
    link: linkOptions({ to: '/events' }),
  },
  templates: {
    title: 'Templates',
    use: 'The mails that tell clients about an event.',
    link: linkOptions({ to: '/templates' }),
  },
  mail: {
    title: 'Mail server',
    use: 'Sends the mails. Enter its address in the setting SMTP_URL and restart the server; until then, mails stay in the mail log.',
    link: linkOptions({ to: '/mail-log' }),
  },
} as const satisfies Record<SetupStep, object>

/** Steps that `DEMO=reference` fills: all that are records. */
export const SAMPLED: readonly SetupStep[] = SETUP_STEPS.filter((step) => step !== 'mail')
