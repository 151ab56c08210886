import { expect } from '#e2e/lib/fixtures.ts'
import type { State } from './order-states.ts'

const year = new Date().getUTCFullYear()
const days = `from=${year}-01-01&to=${year}-12-31`

/** Lists that reports open, and days that are no period. */
export async function reportStates(): Promise<State[]> {
  return [
    { name: 'reports-wrong-days', path: `/reports?period=custom&from=${year}-12-01&to=${year}-01-01` },
    {
      name: 'reports-answer',
      path: `/reports?report=quotes&state=booked&kind=instant&${days}`,
      show: async (page) => {
        await page.locator('tbody a[data-row]').first().click()
        await expect(page.getByRole('dialog', { name: 'Instant quote' })).toBeVisible()
      },
    },
    { name: 'reports-orders-aboard', path: `/reports?report=on-time&state=aboard&${days}` },
    { name: 'reports-events-set', path: `/reports?report=workload&state=events&${days}` },
  ]
}
