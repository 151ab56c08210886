import { IconBuildingCommunity } from '@tabler/icons-react'
import { cities } from '#contract/reference/cities.ts'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { textField } from '#web/ui/resource/fields.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'

export function CitiesPage() {
  return (
    <ReferenceScreen
      resource={cities}
      title="Cities"
      icon={IconBuildingCommunity}
      about="Pick-up and delivery cities appear here."
      nameOf={(row) => row.name}
      codeOf={(row) => row.code}
      columns={[idColumn, textColumn('code', 120), textColumn('name', 360)]}
      fields={[textField('code', 'Code'), textField('name', 'Name')]}
      blank={{ code: '', name: '' }}
    />
  )
}
