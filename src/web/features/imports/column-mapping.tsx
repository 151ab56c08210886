import { NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { IMPORT_FIELDS, type ImportKind } from '#contract/imports/import-fields.ts'
import type { FileImport } from '#contract/imports/imports.ts'
import type { ImportMapping } from '#contract/lib/import.ts'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import { ScrollRegion } from '#web/ui/page/scroll-region.tsx'
import classes from './imports.module.css'

interface ColumnMappingProps {
  kind: ImportKind
  columns: FileImport['columns']
  mapping: ImportMapping
  disabled: boolean
  onMap: (heading: string, field: string | null) => void
}

/** The field of each column of the file, with the column's first cells. */
export function ColumnMapping({ kind, columns, mapping, disabled, onMap }: ColumnMappingProps) {
  const headId = useId()
  const fields = Object.entries(IMPORT_FIELDS[kind])
  const taken = new Set(Object.values(mapping))
  return (
    <section aria-labelledby={headId}>
      <SectionHead id={headId} title="Columns" />
      <ScrollRegion className={classes.scroller} label="Columns of the file">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Becomes</th>
              <th scope="col">First rows</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ heading, samples, guessed, field: read }) => {
              const field = mapping[heading] ?? ''
              return (
                <tr key={heading} data-out={field === '' || undefined}>
                  <th scope="row">{heading}</th>
                  <td>
                    <div className={classes.becomes}>
                      <NativeSelect
                        size="xs"
                        aria-label={`${heading} becomes`}
                        disabled={disabled}
                        value={field}
                        onChange={({ currentTarget }) => onMap(heading, currentTarget.value || null)}
                        data={[
                          { value: '', label: 'Left out' },
                          ...fields.map(([value, label]) => ({
                            value,
                            label,
                            disabled: value !== field && taken.has(value),
                          })),
                        ]}
                      />
                      {guessed && field === read && <span className={classes.guessed}>Guessed</span>}
                    </div>
                  </td>
                  <td className={classes.samples}>{samples.filter((text) => text !== '').join(' · ')}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}
