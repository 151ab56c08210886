import { IconMathFunction } from '@tabler/icons-react'
import { constants } from '#contract/reference/constants.ts'
import { RatesPage } from '#web/features/reference/shared/rates/rates-page.tsx'
import { idColumn } from '#web/ui/resource/columns.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import classes from './constant-cell.module.css'
import { ConstantCell } from './constant-cell.tsx'
import { meaningOf } from './constant-meanings.ts'

export function ConstantsPage() {
  return (
    <RatesPage
      entity="constant"
      today={(parts) => (
        <ReferenceScreen
          resource={constants}
          title="Constants"
          icon={IconMathFunction}
          about="Constants of the calculator appear here."
          nameOf={(row) => row.name}
          columns={[
            idColumn,
            {
              id: 'name',
              width: 460,
              cell: ({ name }) => (
                <>
                  <div>{name}</div>
                  <div className={classes.meaning}>{meaningOf(name).meaning}</div>
                </>
              ),
            },
            {
              id: 'value',
              width: 250,
              noLink: true,
              cell: (row) => <ConstantCell key={row.id} row={row} />,
            },
          ]}
          fields={[]}
          blank={{ value: '' }}
          {...parts}
        />
      )}
    />
  )
}
