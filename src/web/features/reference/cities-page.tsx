import { IconBuildingCommunity } from '@tabler/icons-react'
import { cities } from '#contract/cities.ts'
import { idColumn, textColumn } from './columns.tsx'
import { textField } from './fields.tsx'
import { ReferenceScreen } from './reference-screen.tsx'

export function CitiesPage() {
  return (
    <ReferenceScreen
      resource={cities}
      title="Cities"
      icon={IconBuildingCommunity}
      about="Cities where suppliers are picked up and goods are delivered stand here."
      nameOf={(row) => row.name}
      columns={[idColumn, textColumn('code', 120), textColumn('name', 360)]}
      fields={[textField('code', 'Code'), textField('name', 'Name')]}
      blank={{ code: '', name: '' }}
    />
  )
}
