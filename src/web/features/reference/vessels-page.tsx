import { Text, TextInput } from '@mantine/core'
import { IconCalendarTime, IconShip } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { isImoNumber, type Vessel, vessels } from '#contract/reference/vessels.ts'
import { ChangeVoyageDates } from '#web/features/sailings/shared/date-change/change-dates.tsx'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { type InputProps, textField } from '#web/ui/resource/fields.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'

const DOUBT =
  'This is not a valid IMO number: it should have 7 digits, the last of which is a check digit. You can save it anyway.'

/** An input for an IMO number: it warns of a wrong check digit, and accepts the number. */
function ImoInput({ input }: { input: InputProps }) {
  const typed = String(input.value ?? '').trim()
  const doubtful = typed !== '' && !isImoNumber(typed)
  return (
    <div>
      <TextInput {...input} withAsterisk autoComplete="off" />
      <Text size="xs" c="var(--qs-warn)" mt={4} role="status">
        {doubtful && !input.error && DOUBT}
      </Text>
    </div>
  )
}

export function VesselsPage() {
  const [changed, setChanged] = useState<Vessel | null>(null)
  const actions = useMemo(() => [{ label: 'Change dates', icon: IconCalendarTime, onClick: setChanged }], [])
  return (
    <>
      <ReferenceScreen
        resource={vessels}
        title="Vessels"
        icon={IconShip}
        about="Vessels for booking confirmations appear here with their IMO number."
        nameOf={(row) => row.name}
        codeOf={(row) => row.imoNumber}
        columns={[idColumn, textColumn('imoNumber', 150), { ...textColumn('name', 360), card: 'title' }]}
        fields={[
          { name: 'imoNumber', label: 'IMO Number', render: (input) => <ImoInput input={input} /> },
          textField('name', 'Name'),
        ]}
        blank={{ imoNumber: '', name: '' }}
        actions={actions}
      />
      <ChangeVoyageDates vessel={changed} onClose={() => setChanged(null)} />
    </>
  )
}
