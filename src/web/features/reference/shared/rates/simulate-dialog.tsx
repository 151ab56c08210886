import { Table } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RateSet, Simulation } from '#contract/rates/rate-sets.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { money } from '#web/lib/format/money.ts'
import { BarChart } from '#web/ui/charts/chart.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { simulationQuery } from './rate-calls.ts'
import classes from './rates.module.css'
import { signed, simulationText, stepsOf } from './simulation-words.ts'

const HOW_MANY = [50, 100, 200, 500, 1000, 2000]
const USUAL = 200

/** What a set would have done to quotes that were given. */
export function SimulateDialog({ set, onClose }: { set: RateSet; onClose: () => void }) {
  const [quotes, setQuotes] = useState(USUAL)
  const query = useQuery({ ...simulationQuery(set, quotes), placeholderData: keepPreviousData })
  const fault = faultOf(query.error)
  return (
    <Dialog opened onClose={onClose} title={`What would ${set.name} do?`} size={860}>
      <ChoiceSelect
        label="Quotes"
        w={200}
        mb="sm"
        data={HOW_MANY.map((n) => ({ value: String(n), label: `The last ${n}` }))}
        value={String(quotes)}
        onChange={(value) => value && setQuotes(Number(value))}
      />
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {!query.data && !fault && <LoadingBlock height={320} />}
      {query.data && (
        <div
          aria-busy={query.isPlaceholderData}
          data-stale={query.isPlaceholderData || undefined}
          className={classes.outcome}
        >
          <Outcome simulation={query.data} />
        </div>
      )}
    </Dialog>
  )
}

function Outcome({ simulation }: { simulation: Simulation }) {
  const { spread, worst, missing } = simulation
  return (
    <>
      <p role="status">{simulationText(simulation)}</p>
      {missing.length > 0 && (
        <Notice
          warn
          title={missing.length === 1 ? '1 lane has no rate then' : `${missing.length} lanes have no rate then`}
        >
          <ul className={classes.plain}>
            {missing.map(({ tier, dest, quotes }) => (
              <li key={`${tier} ${dest}`}>
                Tier {tier}, {dest}: {quotes === 1 ? '1 of these quotes' : `${quotes} of these quotes`}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {spread.length > 0 && (
        <BarChart
          title="Quotes by change of price"
          of="Change"
          series={['Quotes']}
          points={stepsOf(spread).map(({ label, quotes }) => ({ label, values: [quotes] }))}
        />
      )}
      {worst.length > 0 && <Worst worst={worst} />}
      <OpenOffers offers={simulation.openOffers} />
    </>
  )
}

function Worst({ worst }: Pick<Simulation, 'worst'>) {
  return (
    <Table aria-label="Quotes that differ most" verticalSpacing={4} horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Differ most</Table.Th>
          <Table.Th className={classes.number}>Before</Table.Th>
          <Table.Th className={classes.number}>After</Table.Th>
          <Table.Th className={classes.number}>Change</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {worst.map(({ quoteId, client, before, after }) => (
          <Table.Tr key={quoteId}>
            <Table.Td>{client?.name ?? `Quote ${quoteId}`}</Table.Td>
            <Table.Td className={classes.number}>{money(before)}</Table.Td>
            <Table.Td className={classes.number}>{money(after)}</Table.Td>
            <Table.Td className={classes.number}>{signed(((after - before) / before) * 100)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function OpenOffers({ offers }: { offers: Simulation['openOffers'] }) {
  const dates = useDates()
  if (offers.length === 0) return null
  return (
    <section>
      <h3 className={classes.part}>Open offers keep their price</h3>
      <Table aria-label="Open offers" verticalSpacing={4} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Offer</Table.Th>
            <Table.Th>Valid until</Table.Th>
            <Table.Th className={classes.number}>Offered</Table.Th>
            <Table.Th className={classes.number}>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {offers.map(({ id, reference, price, after, validUntil }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <TextLink to="/offers/$offerId" params={{ offerId: String(id) }}>
                  {reference}
                </TextLink>
              </Table.Td>
              <Table.Td>{dates.date(validUntil)}</Table.Td>
              <Table.Td className={classes.number}>{money(price)}</Table.Td>
              <Table.Td className={classes.number}>{after === null ? 'No price' : money(after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
