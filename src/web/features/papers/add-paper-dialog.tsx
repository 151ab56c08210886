import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SUPPLIER_LABELS, SUPPLIERS } from '#contract/papers/paper-codes.ts'
import { paperInput } from '#contract/papers/papers.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { categoriesQuery } from '#web/model/uploads/categories.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import classes from './papers.module.css'
import { addPaper } from './shared/papers.ts'

/** Adds a paper that only this order needs. */
export function AddPaperDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const categories = useQuery(categoriesQuery).data ?? []
  const form = useForm({
    schema: paperInput,
    initialValues: { name: '', categoryId: 6, supplier: 'client' as const, mandatory: true, dueAt: null },
    save: async (body) => {
      await addPaper(orderId, body)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title="Add paper" confirm="Add paper" onClose={onClose} className={classes.form}>
      <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <NativeSelect
        label="Category"
        data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('categoryId')}
        value={String(form.values.categoryId)}
        onChange={({ currentTarget }) => form.setFieldValue('categoryId', Number(currentTarget.value))}
      />
      <NativeSelect
        label="Supplied by"
        data={SUPPLIERS.map((value) => ({ value, label: SUPPLIER_LABELS[value] }))}
        {...form.getInputProps('supplier')}
      />
      <Checkbox label="Mandatory" {...form.getInputProps('mandatory', { type: 'checkbox' })} />
    </FormDialog>
  )
}
