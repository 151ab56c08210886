import { Text, TextInput } from '@mantine/core'
import { IconShip } from '@tabler/icons-react'
import { isImoNumber, vessels } from '#contract/reference/vessels.ts'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { type InputProps, textField } from '#web/ui/resource/fields.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'

const DOUBT =
  'This is no valid IMO number: it should have 7 digits, the last of them a check digit. You can save it all the same.'

/** Doubts a number whose check digit is wrong, and lets it pass. */
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
  return (
    <ReferenceScreen
      resource={vessels}
      title="Vessels"
      icon={IconShip}
      about="Ships of booking confirmations, by their IMO number, stand here."
      nameOf={(row) => row.name}
      columns={[idColumn, textColumn('imoNumber', 150), textColumn('name', 360)]}
      fields={[
        { name: 'imoNumber', label: 'IMO Number', render: (input) => <ImoInput input={input} /> },
        textField('name', 'Name'),
      ]}
      blank={{ imoNumber: '', name: '' }}
    />
  )
}
