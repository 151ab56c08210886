import { IconAnchor } from '@tabler/icons-react'
import { ports } from '#contract/reference/ports.ts'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { textField } from '#web/ui/resource/fields.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'

export function PortsPage() {
  return (
    <ReferenceScreen
      resource={ports}
      title="Ports"
      icon={IconAnchor}
      about="Ports of loading and discharge appear here with their UN/LOCODE."
      nameOf={(row) => row.name}
      codeOf={(row) => row.code}
      columns={[idColumn, textColumn('code', 120), textColumn('name', 360)]}
      fields={[textField('code', 'Code'), textField('name', 'Name')]}
      blank={{ code: '', name: '' }}
    />
  )
}
