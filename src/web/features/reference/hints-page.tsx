import { IconInfoCircle } from '@tabler/icons-react'
import { HINT_TERMS_LABELS, HINT_TYPE_LABELS, HintType, hints, hintType } from '#contract/reference/hints.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { differingHtml, plainText } from '#web/lib/saving/differing-text.ts'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { type Field, type InputProps, textField } from '#web/ui/resource/fields.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'

/** A codec for plain HTML: hints contain no template tags. */
const PLAIN = { open: (html: string) => ({ html, close: (edited: string) => edited }), editable: () => true }

function TermsSelect({ input, needed }: { input: InputProps; needed: boolean }) {
  return (
    <ChoiceSelect
      {...input}
      withAsterisk={needed}
      value={String(input.value ?? 0)}
      onChange={(value) => input.onChange(Number(value))}
      data={HINT_TERMS_LABELS.map((label, index) => ({ value: String(index), label }))}
      description="Form hints appear beside the new-order form for these trade terms"
    />
  )
}

const FIELDS: readonly Field<typeof hints.row, typeof hints.input>[] = [
  textField('title', 'Title'),
  {
    name: 'content',
    label: 'Content',
    render: ({ label, value, onChange, error }) => (
      <RichText label={label} value={value} onChange={onChange} error={error} codec={PLAIN} height={260} />
    ),
    shown: (value, other) => differingHtml(String(value ?? ''), String(other ?? '')),
  },
  {
    name: 'type',
    label: 'Type',
    render: (input) => (
      <ChoiceSelect
        {...input}
        withAsterisk
        data={hintType.options.map((value) => ({ value, label: HINT_TYPE_LABELS[value] }))}
      />
    ),
    shown: (value) => HINT_TYPE_LABELS[hintType.parse(value)],
  },
  {
    name: 'shipmentTradeTerms',
    label: 'Shipment trade terms',
    render: (input, { form }) => <TermsSelect input={input} needed={form.getValues().type === HintType.FORM} />,
    shown: (value) => HINT_TERMS_LABELS[Number(value)],
  },
]

export function HintsPage() {
  return (
    <ReferenceScreen
      resource={hints}
      title="Hints"
      icon={IconInfoCircle}
      about="Hints for clients appear here; form hints also appear beside the new-order form."
      nameOf={(row) => row.title}
      dialogSize="xl"
      columns={[
        idColumn,
        textColumn('title', 220),
        { id: 'content', width: 360, card: 'wide', cell: (row) => plainText(row.content) || EMPTY },
        { id: 'type', width: 100, cell: (row) => HINT_TYPE_LABELS[row.type] },
        {
          id: 'shipmentTradeTerms',
          width: 180,
          cell: (row) => (row.shipmentTradeTerms > 0 ? HINT_TERMS_LABELS[row.shipmentTradeTerms] : EMPTY),
        },
      ]}
      fields={FIELDS}
      blank={{ title: '', content: '', type: HintType.GENERAL, shipmentTradeTerms: 0 }}
    />
  )
}
