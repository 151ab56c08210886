import { IconFlag2 } from '@tabler/icons-react'
import { carriers } from '#contract/reference/carriers.ts'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { switchField, textField } from '#web/ui/resource/fields.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'

export function CarriersPage() {
  return (
    <ReferenceScreen
      resource={carriers}
      title="Carriers"
      icon={IconFlag2}
      about="Steamship lines appear here, to be named on sailings."
      nameOf={(row) => row.name}
      codeOf={(row) => row.scac}
      columns={[
        idColumn,
        { ...textColumn('name', 320), card: 'title' },
        textColumn('scac', 110),
        textColumn('smdg', 110),
      ]}
      fields={[
        textField('name', 'Name'),
        textField('scac', 'SCAC', { optional: true }),
        textField('smdg', 'SMDG code', { optional: true }),
        switchField(
          'setsEvents',
          'Sets events',
          ['On', 'Off'],
          'Its actual departures and arrivals set that event for the orders aboard, without a mail',
        ),
      ]}
      blank={{ name: '', scac: '', smdg: '', setsEvents: false }}
    />
  )
}
