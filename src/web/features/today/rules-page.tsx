import { IconPencil, IconSettingsBolt } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { type AttentionRule, attentionRule, RULE_PARAMETERS, RULES_PATH } from '#contract/attention/attention-rules.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { request } from '#web/lib/api/api.ts'
import type { ListCall } from '#web/lib/list/list-call.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { RULE_MEANINGS, SEVERITY_LABELS } from './rule-meanings.ts'
import classes from './today.module.css'

/** The call answers all rules: they are few. */
const rulesCall: ListCall<AttentionRule> = {
  key: [RULES_PATH],
  filters: {},
  byDefault: { column: 'code', descending: false },
  query: () => ({}),
  read: async ({ page, perPage }, signal) => {
    const all = await request(z.array(attentionRule), RULES_PATH, { signal })
    const currentPageNumber = Math.min(page, Math.ceil(all.length / perPage))
    const items = all.slice((currentPageNumber - 1) * perPage, currentPageNumber * perPage)
    return { items, totalCount: all.length, numItemsPerPage: perPage, currentPageNumber }
  },
}

const valuesOf = ({ code, parameters }: AttentionRule) =>
  Object.entries(RULE_PARAMETERS[code] ?? {})
    .map(([name, { label }]) => `${label}: ${parameters[name]}`)
    .join('; ')

const COLUMNS: Column<AttentionRule>[] = [
  {
    id: 'rule',
    header: 'Rule',
    width: 420,
    card: 'title',
    wraps: true,
    cell: ({ code }) => (
      <>
        <div className={classes.rule}>{RULE_LABELS[code]}</div>
        <div className={classes.ruleText}>{RULE_MEANINGS[code]}</div>
      </>
    ),
  },
  { id: 'active', header: 'Active', width: 80, cell: ({ active }) => (active ? 'Yes' : 'No'), card: 'aside' },
  {
    id: 'severity',
    header: 'Severity',
    width: 100,
    cell: ({ severity }) => SEVERITY_LABELS.find(({ value }) => value === String(severity))?.label,
  },
  { id: 'values', header: 'Values', width: 320, wraps: true, card: 'wide', cell: (rule) => valuesOf(rule) || '-' },
]

/** The rules of the queue, whose values administrators set. */
export function RulesPage() {
  const list = useList(rulesCall)
  const [edited, setEdited] = useState<AttentionRule | null>(null)
  return (
    <Page fill>
      <PageTitle title="Queue rules" />
      <PagedTable
        label="Queue rules"
        list={list}
        columns={COLUMNS}
        rowKey={({ code }) => code}
        actions={(rule) => (
          <RowMenu
            label={`${RULE_LABELS[rule.code]}: more`}
            actions={[{ label: 'Edit', icon: IconPencil, onClick: () => setEdited(rule) }]}
          />
        )}
        empty={<EmptyState icon={IconSettingsBolt} title="No rules" />}
      />
      {edited && <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}
