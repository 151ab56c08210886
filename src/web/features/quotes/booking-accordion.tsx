import { Accordion, Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { focusWhenShown } from '#web/lib/browser/focus-when-shown.ts'
import { focusFirstError } from '#web/lib/saving/use-form.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { BookingPanelFields, SendMail } from './booking-panels.tsx'
import classes from './quotes.module.css'
import { SavedShippers } from './saved-shippers.tsx'
import { panelsOf } from './state/new-order-state.ts'
import type { Booking } from './state/use-new-order.ts'

interface BookingAccordionProps {
  userId: number
  /** True if the destination is an Amazon cartage. */
  amazon: boolean
  /** The quote summary. */
  summary: ReactNode
  booking: Booking
}

/** The panels of a booking, one after the other; each opens for input once all before it are valid. */
export function BookingAccordion({ userId, amazon, summary, booking }: BookingAccordionProps) {
  const { values } = booking
  const panels = panelsOf(amazon)
  const wrong = panels.findIndex(({ schema }) => !schema.safeParse(values).success)
  const root = useRef<HTMLDivElement>(null)
  // The button Book disappears: its focus moves to the accordion that it opened.
  useEffect(() => {
    root.current?.querySelector('button')?.focus({ preventScroll: true })
    root.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [])
  const focus = (selector: string) => focusWhenShown(() => root.current?.querySelector<HTMLElement>(selector))

  const submit = (event: FormEvent<HTMLFormElement>, index: number) => {
    event.preventDefault()
    const panel = panels[index]
    const next = panels[index + 1]
    if (!panel || !next) return booking.send(() => focus('[aria-invalid="true"]'))
    booking.goOn(panel.key)
    if (panel.schema.safeParse(values).success) focus(`#booking-${next.key} :is(input, textarea)`)
    else focusFirstError(event.currentTarget)
  }
  return (
    <div className={classes.booking} ref={root}>
      <Accordion
        multiple
        variant="separated"
        value={[...booking.open]}
        onChange={booking.setOpen}
        order={2}
        transitionDuration={200}
      >
        <Accordion.Item value="quote">
          <Accordion.Control className={classes.control}>QUOTE SUMMARY</Accordion.Control>
          <Accordion.Panel>{summary}</Accordion.Panel>
        </Accordion.Item>
        {panels.map(({ key, title, fields }, index) => {
          const last = index === panels.length - 1
          const waits = wrong >= 0 && wrong < index ? panels[wrong]?.title : null
          return (
            <Accordion.Item key={key} value={key}>
              <Accordion.Control className={classes.control} disabled={waits !== null}>
                {title}
                {waits && <span className={classes.why}> · complete {waits} first</span>}
              </Accordion.Control>
              <Accordion.Panel>
                {!waits && (
                  <form id={`booking-${key}`} noValidate onSubmit={(event) => submit(event, index)}>
                    {key === 'shipper' && (
                      <SavedShippers userId={userId} values={values} onFill={booking.set} onErrors={booking.refuse} />
                    )}
                    <BookingPanelFields panel={fields} fields={booking} />
                    {key === 'request' && <SendMail fields={booking} values={values} />}
                    {last && booking.fault && <Fault {...booking.fault} />}
                    <Button type="submit" className={classes.next} loading={last && booking.saving}>
                      {last ? 'Send' : 'Continue'}
                    </Button>
                  </form>
                )}
              </Accordion.Panel>
            </Accordion.Item>
          )
        })}
      </Accordion>
    </div>
  )
}
