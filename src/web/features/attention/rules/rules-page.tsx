import { Button } from '@mantine/core'
import { IconAdjustments, IconPencil, IconSettingsBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { type AttentionRule, attentionRule, RULE_PARAMETERS, RULES_PATH } from '#contract/attention/attention-rules.ts'
import { RULE_LABELS, type RuleCode } from '#contract/attention/rules.ts'
import type { StaffSettings } from '#contract/system/staff-settings.ts'
import { AdminsOnly } from '#web/features/accounts/shared/admins-only.tsx'
import { RULES } from '#web/features/attention/shared/rule-words.ts'
import { request } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import type { ListCall } from '#web/lib/list/list-call.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import classes from './rules.module.css'
import { SettingsDialog } from './settings-dialog.tsx'
import { SEVERITY_LABELS } from './severities.ts'
import { staffSettingsQuery } from './staff-settings.ts'

/** The list call in one page: the call answers all rules, which are few. */
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

/** Values that rules take from the settings of the staff. */
const OF_SETTINGS: Partial<Record<RuleCode, { label: string; setting: keyof StaffSettings }>> = {
  'cargo-cut-off': { label: 'Hours before the cut-off', setting: 'cutOffHours' },
  document: { label: 'Hours before it is due', setting: 'cutOffHours' },
  quiet: { label: 'Days without an event', setting: 'quietDays' },
  'quote-waiting': { label: 'Working hours', setting: 'workingHours' },
}

function valuesOf({ code, parameters }: AttentionRule, settings: StaffSettings | undefined) {
  const own = Object.entries(RULE_PARAMETERS[code] ?? {}).map(([name, { label }]) => `${label}: ${parameters[name]}`)
  const kept = OF_SETTINGS[code]
  return [...(kept && settings ? [`${kept.label}: ${settings[kept.setting]}`] : []), ...own].join('; ')
}

const columnsWith = (settings: StaffSettings | undefined): Column<AttentionRule>[] => [
  {
    id: 'rule',
    header: 'Rule',
    width: 480,
    card: 'title',
    wraps: true,
    cell: ({ code }) => (
      <>
        <div className={classes.rule}>{RULE_LABELS[code]}</div>
        <div className={classes.meaning}>{RULES[code].meaning}</div>
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
  {
    id: 'values',
    header: 'Values',
    width: 320,
    wraps: 'whole',
    card: 'wide',
    cell: (rule) => valuesOf(rule, settings) || EMPTY,
  },
]

export const RulesPage = () => (
  <AdminsOnly title="Queue rules">
    <Rules />
  </AdminsOnly>
)

function Rules() {
  const list = useList(rulesCall)
  const settings = useQuery(staffSettingsQuery)
  const [edited, setEdited] = useState<AttentionRule | null>(null)
  const [setting, setSetting] = useState(false)
  const columns = useMemo(() => columnsWith(settings.data), [settings.data])
  const fault = faultOf(settings.error)
  return (
    <Page fill>
      <PageTitle title="Queue rules">
        <Button
          variant="default"
          leftSection={<IconAdjustments size={16} aria-hidden />}
          disabled={!settings.data}
          aria-haspopup="dialog"
          onClick={() => setSetting(true)}
        >
          Settings
        </Button>
      </PageTitle>
      {fault && !settings.data && <Fault {...fault} onRetry={() => void settings.refetch()} />}
      <PagedTable
        label="Queue rules"
        list={list}
        columns={columns}
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
      {setting && settings.data && <SettingsDialog settings={settings.data} onClose={() => setSetting(false)} />}
    </Page>
  )
}
