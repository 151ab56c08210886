import { IconAnchor } from '@tabler/icons-react'
import { ports } from '#contract/ports.ts'
import { idColumn, textColumn } from './columns.tsx'
import { textField } from './fields.tsx'
import { ReferenceScreen } from './reference-screen.tsx'

export function PortsPage() {
  return (
    <ReferenceScreen
      resource={ports}
      title="Ports"
      icon={IconAnchor}
      about="Ports of loading and discharge, by their UN/LOCODE, stand here."
      nameOf={(row) => row.name}
      columns={[idColumn, textColumn('code', 120), textColumn('name', 360)]}
      fields={[textField('code', 'Code'), textField('name', 'Name')]}
      blank={{ code: '', name: '' }}
    />
  )
}
