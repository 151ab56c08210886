import { NativeSelect } from '@mantine/core'
import { IconChecklist, IconPlaylistAdd } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MODE_LABELS, TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import { MADE_KIND_LABELS } from '#contract/made-documents/made-documents.ts'
import { type DocumentRequirement, documentRequirements } from '#contract/papers/document-requirements.ts'
import { BASES, BASIS_LABELS, MAKES, SUPPLIER_LABELS, SUPPLIERS } from '#contract/papers/paper-codes.ts'
import { categoriesQuery } from '#web/model/uploads/categories.ts'
import { ChoicesSelect } from '#web/ui/form/search-select.tsx'
import { flagColumn, idColumn, namedColumn, textColumn, YES_NO } from '#web/ui/resource/columns.tsx'
import { type Field, type InputProps, numberField, switchField, textField } from '#web/ui/resource/fields.tsx'
import { OptionNames } from '#web/ui/resource/record-name.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { ApplyDialog } from './apply-dialog.tsx'
import { OffsetField } from './offset-field.tsx'
import { whenDue } from './shared/paper-words.ts'

const ANY = 'Any'

function CategorySelect({ input }: { input: InputProps }) {
  const { data = [] } = useQuery(categoriesQuery)
  return (
    <NativeSelect
      {...input}
      withAsterisk
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(input.value || 6)}
      onChange={({ currentTarget }) => input.onChange(Number(currentTarget.value))}
    />
  )
}

const CategoryName = ({ id }: { id: unknown }) => (
  <OptionNames options={useQuery(categoriesQuery).data ?? []} ids={id} />
)

const termsIn = (terms: unknown) =>
  Array.isArray(terms) ? terms.map((term) => TRADE_TERMS_LABELS[Number(term)]).join(', ') : ANY

/** A field for one of a few words, or any. */
const choice = <const Name extends 'mode' | 'amazon' | 'brokerage'>(
  name: Name,
  label: string,
  options: readonly (readonly [value: number | boolean, label: string])[],
) => ({
  name,
  label,
  width: 'third' as const,
  render: (input: InputProps) => (
    <NativeSelect
      {...input}
      data={[{ value: '', label: ANY }, ...options.map(([value, words]) => ({ value: String(value), label: words }))]}
      value={input.value === null || input.value === undefined ? '' : String(input.value)}
      onChange={({ currentTarget }) =>
        input.onChange(options.find(([value]) => String(value) === currentTarget.value)?.[0] ?? null)
      }
    />
  ),
  shown: (value: unknown) => options.find(([known]) => known === value)?.[1] ?? ANY,
})

const FIELDS: readonly Field<typeof documentRequirements.row, typeof documentRequirements.input>[] = [
  textField('name', 'Name'),
  {
    name: 'categoryId',
    label: 'Category of its documents',
    width: 'half',
    render: (input) => <CategorySelect input={input} />,
    shown: (id) => <CategoryName id={id} />,
  },
  {
    name: 'supplier',
    label: 'Supplied by',
    width: 'half',
    render: (input) => (
      <NativeSelect {...input} data={SUPPLIERS.map((value) => ({ value, label: SUPPLIER_LABELS[value] }))} />
    ),
    shown: (value) => SUPPLIER_LABELS[SUPPLIERS.find((each) => each === value) ?? 'client'],
  },
  {
    name: 'basis',
    label: 'Due from',
    width: 'half',
    render: (input) => <NativeSelect {...input} data={BASES.map((value) => ({ value, label: BASIS_LABELS[value] }))} />,
    shown: (value) => BASIS_LABELS[BASES.find((each) => each === value) ?? 'booking'],
  },
  {
    ...numberField('offsetDays', 'Days', { optional: true }),
    width: 'half',
    render: (input) => <OffsetField input={input} />,
  },
  choice('mode', 'Mode', [
    [0, MODE_LABELS[0]],
    [1, MODE_LABELS[1]],
  ]),
  choice('amazon', 'Amazon', [
    [true, 'Amazon only'],
    [false, 'Not Amazon'],
  ]),
  choice('brokerage', 'Brokerage', [
    [true, 'With brokerage'],
    [false, 'Without'],
  ]),
  {
    name: 'tradeTerms',
    label: 'Trade terms',
    render: (input) => (
      <ChoicesSelect
        {...input}
        noun="trade term"
        placeholder={Array.isArray(input.value) && input.value.length > 0 ? undefined : ANY}
        data={TRADE_TERMS_LABELS.map((label, value) => ({ value: String(value), label }))}
        value={Array.isArray(input.value) ? input.value.map(String) : []}
        onChange={(values) => input.onChange(values.map(Number))}
      />
    ),
    shown: termsIn,
  },
  {
    name: 'makes',
    label: 'Made as',
    render: (input) => (
      <NativeSelect
        {...input}
        description="For papers that we supply: making the document fulfils it"
        data={[
          { value: '', label: 'Not made here' },
          ...MAKES.map((kind) => ({ value: kind, label: MADE_KIND_LABELS[kind] })),
        ]}
        value={String(input.value ?? '')}
        onChange={({ currentTarget }) => input.onChange(currentTarget.value || null)}
      />
    ),
    shown: (value) => {
      const kind = MAKES.find((each) => each === value)
      return kind ? MADE_KIND_LABELS[kind] : 'Not made here'
    },
  },
  switchField('mandatory', 'Mandatory', YES_NO, 'Asked about before loading and closing, and shown in the queue'),
  switchField('active', 'Active', YES_NO, 'New orders get it'),
  { ...numberField('position', 'Position', { whole: true, optional: true }), width: 'third' },
]

/** Papers that orders need. Changes are for new orders; open ones get one by 'Apply to open orders'. */
export function RequirementsPage() {
  const [applying, setApplying] = useState<DocumentRequirement | null>(null)
  return (
    <>
      <ReferenceScreen
        resource={documentRequirements}
        title="Document requirements"
        icon={IconChecklist}
        about="Papers that orders need appear here: who supplies them, and by when."
        consequence="Orders that have it keep it."
        nameOf={(row) => row.name}
        actions={[{ label: 'Apply to open orders', icon: IconPlaylistAdd, onClick: setApplying }]}
        columns={[
          idColumn,
          { ...textColumn('name', 200), card: 'title' },
          namedColumn('category', 160),
          { id: 'supplier', width: 110, cell: ({ supplier }) => SUPPLIER_LABELS[supplier] },
          { id: 'basis', width: 300, cell: (row) => whenDue(row) },
          flagColumn('mandatory', 110, YES_NO),
          flagColumn('active', 100, YES_NO),
        ]}
        fields={FIELDS}
        blank={{
          name: '',
          categoryId: 6,
          supplier: 'client',
          basis: 'documentation-cut-off',
          offsetDays: 0,
          mode: null,
          amazon: null,
          brokerage: null,
          tradeTerms: null,
          makes: null,
          mandatory: true,
          active: true,
          position: 0,
        }}
      />
      {applying && <ApplyDialog requirement={applying} onClose={() => setApplying(null)} />}
    </>
  )
}
