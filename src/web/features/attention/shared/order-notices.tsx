import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { orderAttentionQuery, unwaiveItem } from './attention.ts'
import { dueWords, exactDue, sentenceOf } from './item-words.ts'
import classes from './order-notices.module.css'

/** Open items of an order, above it; waived ones say why. */
export function OrderNotices({ orderId }: { orderId: number }) {
  const dates = useDates()
  const { data } = useQuery(orderAttentionQuery(orderId))
  if (!data || data.length === 0) return null
  const open = data.filter(({ waivedReason }) => waivedReason === null)
  const waived = data.filter(({ waivedReason }) => waivedReason !== null)
  const urgent = open.some(({ severity }) => severity === 3)
  return (
    <section className={classes.notices} aria-label="Needs attention">
      <Notice warn={urgent}>
        <ul className={classes.list}>
          {open.map((item) => {
            const due = dueWords(item, Date.now())
            return (
              <li key={item.id}>
                <strong>{RULE_LABELS[item.rule]}</strong> {sentenceOf(item, dates)}
                <span className={classes.due} data-late={due.late || undefined} title={exactDue(item, dates)}>
                  {due.words}
                </span>
                {item.claimedBy && <span className={classes.due}>{item.claimedBy.name} is on it</span>}
                {item.snoozedUntil && (
                  <span className={classes.due}>snoozed until {dates.dateTime(item.snoozedUntil)}</span>
                )}
              </li>
            )
          })}
          {waived.map((item) => (
            <li key={item.id} className={classes.waived}>
              {RULE_LABELS[item.rule]}, waived by {item.waivedBy?.name}: {item.waivedReason}
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => void unwaiveItem(item.id).catch(showError)}
                aria-label={`Take back the waiver of ${RULE_LABELS[item.rule]}`}
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  )
}
