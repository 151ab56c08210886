import { IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CARTAGE_CATEGORIES_PATH, cartageCategory, cartages } from '#contract/reference/cartages.ts'
import { DestinationInput } from '#web/features/reference/shared/destination-input.tsx'
import { RatesPage } from '#web/features/reference/shared/rates/rates-page.tsx'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { flagColumn, idColumn, namedColumn, ON_OFF, textColumn, YES_NO } from '#web/ui/resource/columns.tsx'
import { type Field, type InputProps, switchField, textField } from '#web/ui/resource/fields.tsx'
import { OptionNames } from '#web/ui/resource/record-name.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'

const CATEGORIES = resourceQueries({
  key: 'cartageCategories',
  path: CARTAGE_CATEGORIES_PATH,
  row: cartageCategory,
  sortable: [],
}).all()

function CategorySelect({ input }: { input: InputProps }) {
  const { data = [] } = useQuery(CATEGORIES)
  return (
    <ChoiceSelect
      {...input}
      withAsterisk
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={input.value ? String(input.value) : null}
      onChange={(value) => input.onChange(Number(value))}
    />
  )
}

const CategoryName = ({ id }: { id: unknown }) => <OptionNames options={useQuery(CATEGORIES).data ?? []} ids={id} />

const FIELDS: readonly Field<typeof cartages.row, typeof cartages.input>[] = [
  {
    name: 'categoryId',
    label: 'Category',
    render: (input) => <CategorySelect input={input} />,
    shown: (id) => <CategoryName id={id} />,
  },
  textField('name', 'Name'),
  { name: 'dest', label: 'Dest', render: (input) => <DestinationInput input={input} /> },
  switchField('status', 'Visibility', ON_OFF, 'Offered as a destination'),
  switchField('exclusion', 'Exclusion', YES_NO, 'Collected at the destination warehouse: no on-carriage'),
]

export function CartagesPage() {
  return (
    <RatesPage
      entity="cartage"
      today={(parts) => (
        <ReferenceScreen
          resource={cartages}
          title="Cartages"
          icon={IconTruck}
          about="Warehouses and addresses where shipments are delivered appear here."
          nameOf={(row) => row.name}
          consequence="Its delivery times will also be deleted."
          columns={[
            idColumn,
            textColumn('name', 260),
            namedColumn('category', 180),
            textColumn('dest', 120),
            flagColumn('status', 110, ON_OFF),
            flagColumn('exclusion', 110, YES_NO),
          ]}
          fields={FIELDS}
          blank={{ categoryId: 0, name: '', dest: '', status: true, exclusion: false }}
          {...parts}
        />
      )}
    />
  )
}
