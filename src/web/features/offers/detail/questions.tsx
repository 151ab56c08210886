import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Offer } from '#contract/offers/offers.ts'
import { closeQuestions } from '#web/features/offers/shared/offer-calls.ts'
import { questionsQuery } from '#web/features/offers/shared/offer-queries.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import classes from './offer.module.css'

/** What was asked on the page of an offer; one press says that it is dealt with. */
export function Questions({ offer }: { offer: Offer }) {
  const { dateTime } = useDates()
  const { data = [] } = useQuery(questionsQuery(offer.id))
  const { run, busy } = useAttempt()
  if (data.length === 0) return null
  const isOpen = data.some(({ closedAt }) => closedAt === null)
  return (
    <section aria-labelledby="questions">
      <h2 className={classes.heading} id="questions">
        Questions
      </h2>
      <ul className={classes.questions}>
        {data.map(({ id, kind, name, message, askedAt, closedAt }) => (
          <li key={id} data-closed={closedAt !== null || undefined}>
            <p className={classes.message}>{kind === 'new-price' ? 'Asks for a new price' : message}</p>
            <p className={classes.dim}>
              {[name, dateTime(askedAt), closedAt ? `dealt with ${dateTime(closedAt)}` : '']
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {isOpen && (
        <Button
          size="compact-md"
          variant="default"
          loading={busy}
          onClick={() => void run(() => closeQuestions(offer))}
        >
          Dealt with
        </Button>
      )}
    </section>
  )
}
