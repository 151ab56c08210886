import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { type Constant, type ConstantTrial, constants, constantTrial } from '#contract/reference/constants.ts'
import { request } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { money } from '#web/lib/format/money.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './sample-quotes.module.css'

const PAUSE_MS = 250

const trialQuery = ({ id, updatedAt }: Constant, value: number) =>
  queryOptions({
    queryKey: [constants.key, 'trial', id, updatedAt, value],
    queryFn: ({ signal }) =>
      request(constantTrial, `${constants.path}/${id}/sample_quotes`, { method: 'POST', body: { value }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

/** The effect of another value on sample quotes, line by line and in total; the server calculates them. */
export function SampleQuotes({ row, value }: { row: Constant; value: number }) {
  const title = useId()
  const [settled] = useDebouncedValue(value, PAUSE_MS)
  const { data, error } = useQuery(trialQuery(row, settled))
  const fault = faultOf(error)
  if (fault) return <Fault {...fault} />
  return (
    <section className={classes.quotes} aria-labelledby={title} aria-busy={!data || settled !== value}>
      <VisuallyHidden role="status">{data?.samples.map(spoken).join('; ')}</VisuallyHidden>
      <div className={classes.title} id={title}>
        Sample quotes with this value
      </div>
      {data?.missing && <p className={classes.missing}>No shipment could be priced. {data.missing}</p>}
      {data && <Trial samples={data.samples} />}
    </section>
  )
}

const spoken = ({ about, before, after }: ConstantTrial['samples'][number]) =>
  before === after ? `${about}: no change` : `${about}: ${money(before)} becomes ${money(after)}`

function Trial({ samples }: Pick<ConstantTrial, 'samples'>) {
  return (
    <table className={classes.table} aria-label="Sample quotes">
      <thead>
        <tr>
          <th scope="col">USD</th>
          <th scope="col">Now</th>
          <th scope="col">Then</th>
        </tr>
      </thead>
      <tbody>
        {samples.map((sample) => (
          <Fragment key={sample.about}>
            <tr>
              <th scope="rowgroup" colSpan={3} className={classes.about}>
                {sample.about}
              </th>
            </tr>
            {sample.lines.map((line) => (
              <Amounts key={line.code} {...line} />
            ))}
            <Amounts label="Total" before={sample.before} after={sample.after} total />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

interface AmountsProps {
  label: string
  before: number | null
  after: number | null
  total?: boolean
}

function Amounts({ label, before, after, total }: AmountsProps) {
  const changed = before !== after
  return (
    <tr data-changed={changed || undefined} data-total={total || undefined}>
      <th scope="row">{label}</th>
      <td>{money(before)}</td>
      <td>{changed ? <strong>{money(after)}</strong> : money(after)}</td>
    </tr>
  )
}
