import { Table } from '@mantine/core'
import type { QuoteLine, RatesOfPrice } from '#contract/quotes/quotes.ts'
import { money } from '#web/lib/format/money.ts'
import classes from './price-lines.module.css'

/** The rates of a price in words: 'Rates since Dec 1 2026 0:00, by the set December'. */
export const ratesLine = ({ since, set }: RatesOfPrice, dateTime: (at: string) => string): string | null =>
  since && `Rates since ${dateTime(since)}${set ? `, by the set ${set.name}` : ''}`

/** The lines of a price and their total, in USD, of a calculation, a booking or a quote. */
export const PriceLines = ({ lines, total }: { lines: readonly QuoteLine[]; total: number }) => (
  <Table aria-label="Price breakdown" verticalSpacing={6}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Line</Table.Th>
        <Table.Th className={classes.formula}>Formula</Table.Th>
        <Table.Th className={classes.amount}>Amount</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {lines.map(({ code, label, formula, amount }) => (
        <Table.Tr key={code}>
          <Table.Td>{label}</Table.Td>
          <Table.Td className={classes.formula}>{formula}</Table.Td>
          <Table.Td className={classes.amount}>{money(amount)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
    <Table.Tfoot>
      <Table.Tr>
        <Table.Th colSpan={2}>Total</Table.Th>
        <Table.Th className={classes.amount}>{money(total)}</Table.Th>
      </Table.Tr>
    </Table.Tfoot>
  </Table>
)
