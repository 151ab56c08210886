import { Accordion, Button } from '@mantine/core'
import { type Dispatch, type FormEvent, type ReactNode, type SetStateAction, useEffect, useRef } from 'react'
import { fieldErrors } from '#contract/lib/rules.ts'
import { BOOKING_PANELS } from '#contract/orders/bookings.ts'
import { focusFirstError } from '#web/lib/saving/use-form.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import {
  AmazonFields,
  type BookingInputs,
  ContactFields,
  RequestFields,
  ShipmentFields,
  ShipperFields,
} from './booking-panels.tsx'
import type { BookingValues } from './new-order-values.ts'
import classes from './quotes.module.css'
import { SavedShippers } from './saved-shippers.tsx'

type PanelKey = (typeof BOOKING_PANELS)[number]['key']

interface BookingAccordionProps {
  userId: number
  /** The destination is an Amazon cartage. */
  amazon: boolean
  /** The quote summary. */
  summary: ReactNode
  /** The open panels, and what changes them; they outlive the accordion. */
  panels: readonly [open: string[], setOpen: Dispatch<SetStateAction<string[]>>]
  values: BookingValues
  form: BookingInputs & {
    errors: Record<string, unknown>
    setErrors: (errors: Record<string, ReactNode>) => void
    setValues: (values: Partial<BookingValues>) => void
    submit: (event: FormEvent<HTMLFormElement>) => void
    saving: boolean
    fault: { message: string; requestId: string | null } | null
  }
}

const FIELDS: Record<PanelKey, (props: { form: BookingInputs }) => ReactNode> = {
  contact: ContactFields,
  shipper: ShipperFields,
  shipment: ShipmentFields,
  amazon: AmazonFields,
  request: RequestFields,
}

/** Frames to wait for a panel that opens: half a second. */
const MOST_FRAMES = 30

/** Focuses a field of a panel that is about to open; a hidden one cannot have the focus. */
function focusWhenShown(find: () => HTMLElement | null | undefined, frames = MOST_FRAMES): void {
  window.requestAnimationFrame(() => {
    const field = find()
    field?.focus()
    if (frames > 0 && (!field || document.activeElement !== field)) focusWhenShown(find, frames - 1)
  })
}

/** The panels of a booking, one after the other; each opens for input when all before it are right. */
export function BookingAccordion({ userId, amazon, summary, panels: kept, values, form }: BookingAccordionProps) {
  const panels = BOOKING_PANELS.filter(({ key }) => amazon || key !== 'amazon')
  const [open, setOpen] = kept
  useMovedPanels(setOpen, amazon, form.errors)
  const wrong = panels.findIndex(({ schema }) => !schema.safeParse(values).success)
  const root = useRef<HTMLDivElement>(null)
  // Book is gone: the focus goes on to what it opened.
  useEffect(() => {
    root.current?.querySelector('button')?.focus({ preventScroll: true })
    root.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [])

  const goOn = (event: FormEvent<HTMLFormElement>, index: number) => {
    event.preventDefault()
    const panel = panels[index]
    const next = panels[index + 1]
    const checked = panel?.schema.safeParse(values)
    if (checked && !checked.success) {
      form.setErrors(fieldErrors(checked.error))
      focusFirstError(event.currentTarget)
    } else if (panel && next) {
      setOpen((keys) => [...keys.filter((key) => key !== panel.key), next.key])
      focusWhenShown(() => root.current?.querySelector(`#booking-${next.key} :is(input, textarea)`))
    }
  }
  return (
    <div className={classes.booking} ref={root}>
      <Accordion multiple variant="separated" value={open} onChange={setOpen} order={2} transitionDuration={200}>
        <Accordion.Item value="quote">
          <Accordion.Control className={classes.control}>QUOTE SUMMARY</Accordion.Control>
          <Accordion.Panel>{summary}</Accordion.Panel>
        </Accordion.Item>
        {panels.map(({ key, title }, index) => {
          const Fields = FIELDS[key]
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
                  <form id={`booking-${key}`} noValidate onSubmit={last ? form.submit : (event) => goOn(event, index)}>
                    {key === 'shipper' && (
                      <SavedShippers
                        userId={userId}
                        values={values}
                        onFill={form.setValues}
                        onErrors={form.setErrors}
                      />
                    )}
                    <Fields form={form} />
                    {last && form.fault && <Fault {...form.fault} />}
                    <Button type="submit" className={classes.next} loading={last && form.saving}>
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

/** A destination that is not Amazon's leaves that panel for the last, an error opens its own. */
function useMovedPanels(
  setOpen: Dispatch<SetStateAction<string[]>>,
  amazon: boolean,
  errors: Record<string, unknown>,
): void {
  useEffect(() => {
    if (!amazon)
      setOpen((keys) => (keys.includes('amazon') ? [...keys.filter((key) => key !== 'amazon'), 'request'] : keys))
  }, [setOpen, amazon])
  const failed = BOOKING_PANELS.find(({ schema }) => Object.keys(schema.shape).some((name) => errors[name]))?.key
  useEffect(() => {
    if (failed) setOpen((keys) => (keys.includes(failed) ? keys : [...keys, failed]))
  }, [setOpen, failed])
}
