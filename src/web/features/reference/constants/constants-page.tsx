import { IconMathFunction } from '@tabler/icons-react'
import { constants } from '#contract/reference/constants.ts'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { ConstantCell } from './constant-cell.tsx'

export function ConstantsPage() {
  return (
    <ReferenceScreen
      resource={constants}
      title="Constants"
      icon={IconMathFunction}
      about="Constants of the calculator appear here."
      nameOf={(row) => row.name}
      columns={[
        idColumn,
        textColumn('name', 220),
        {
          id: 'value',
          width: 250,
          noLink: true,
          cell: (row) => <ConstantCell key={row.id} row={row} />,
        },
      ]}
      fields={[]}
      blank={{ value: '' }}
    />
  )
}
