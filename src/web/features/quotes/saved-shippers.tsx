import { Button, Group } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SHIPPER_LABELS, SHIPPER_SAVED, type Shipper, shipperInput } from '#contract/clients/shippers.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import { saveShipper, shippersQuery } from '#web/features/clients/shared/clients.ts'
import { contactRow } from '#web/features/clients/shared/contact-row.ts'
import type { Errors } from '#web/features/quotes/shared/form-state.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import type { BookingValues } from './state/new-order-values.ts'

/** Names in the booking of the fields of a saved shipper. */
const NAMES = {
  companyName: 'companyNameShipper',
  companyAddress: 'companyAddressShipper',
  nameOfThePersonInCharge: 'namePersonCharge',
  email: 'emailShipper',
  phone: 'phoneShipper',
  additionalInformation: 'additionalInformationShipper',
} as const
type ShipperField = keyof typeof NAMES
const FIELDS = Object.keys(NAMES).filter((name): name is ShipperField => name in NAMES)

const toBooking = (shipper: Record<ShipperField, string>): Partial<BookingValues> =>
  Object.fromEntries(FIELDS.map((name) => [NAMES[name], shipper[name]]))
const fromBooking = (values: BookingValues) => Object.fromEntries(FIELDS.map((name) => [name, values[NAMES[name]]]))
const renamed = (errors: Errors): Errors =>
  Object.fromEntries(FIELDS.flatMap((name) => (errors[name] ? [[NAMES[name], errors[name]]] : [])))

interface SavedShippersProps {
  userId: number
  values: BookingValues
  onFill: (values: Partial<BookingValues>) => void
  onErrors: (errors: Errors) => void
}

/** Fills the shipper panel from a saved shipper; saves its values as a new one, or over the chosen one. */
export function SavedShippers({ userId, values, onFill, onErrors }: SavedShippersProps) {
  const shippers = useQuery(shippersQuery(userId))
  const { data } = shippers
  const fault = failedLookUp(shippers)
  const [chosen, setChosen] = useState<Shipper | null>(null)
  const [saving, setSaving] = useState(false)
  const { ask, dialog } = useConflictQuestion((keys, both) => contactRow(SHIPPER_LABELS, keys, both))

  const choose = (next: string | null) => {
    const shipper = data?.find((row) => String(row.id) === next) ?? null
    setChosen(shipper)
    if (shipper) onFill(toBooking(shipper))
  }
  const save = async () => {
    const checked = shipperInput.safeParse(fromBooking(values))
    if (!checked.success) return onErrors(renamed(fieldErrors(checked.error)))
    setSaving(true)
    try {
      const stored = await saveShipper({ userId, base: chosen, values: checked.data, ask })
      setChosen(stored)
      onFill(toBooking(stored))
      showSuccess(SHIPPER_SAVED)
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) onErrors(renamed(error.fields))
      else showError(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      {fault && <Fault {...fault} />}
      <Group align="flex-end" gap="sm" mb="md">
        <ChoiceSelect
          label="Saved shippers"
          noun="saved shipper"
          placeholder={data?.length === 0 ? 'No saved shippers' : 'Choose a shipper'}
          w={300}
          maw="100%"
          clearable
          disabled={!data || data.length === 0}
          data={data?.map((row) => ({ value: String(row.id), label: row.companyName })) ?? []}
          value={chosen ? String(chosen.id) : null}
          onChange={choose}
        />
        <Button
          variant="default"
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          title={chosen ? `Updates the saved shipper ${chosen.companyName}` : 'Adds this shipper to the saved shippers'}
          loading={saving}
          onClick={() => void save()}
        >
          Save shipper
        </Button>
        {dialog}
      </Group>
    </>
  )
}
