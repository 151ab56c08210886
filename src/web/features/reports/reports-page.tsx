import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Period } from '#contract/reports/period.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { BehindPage } from './behind-page.tsx'
import { OffersSection } from './offers-section.tsx'
import { PeriodBar } from './period-bar.tsx'
import classes from './reports.module.css'
import { periodOf, todayIn } from './state/periods.ts'
import type { Asked } from './state/report-queries.ts'
import { behindSearch, PERIODS, type ReportSearch, reportSearch, wayBack } from './state/report-search.ts'
import { OnTimeSection, QuotesSection, VolumeSection } from './trade-sections.tsx'
import { MilestonesSection, WorkloadSection } from './work-sections.tsx'

const route = getRouteApi('/staff/reports')

/** Six reports on a period, each with its figures and tables. */
export function ReportsPage() {
  const address = route.useSearch()
  const search = reportSearch(address)
  const behind = behindSearch(address)
  const { timeZone } = useDates()
  const today = todayIn(timeZone)
  // A list covers two days, however they were chosen.
  const shown: ReportSearch = behind ? { ...search, period: 'custom' } : search
  const period = periodOf(shown, today)
  return behind && period ? (
    <BehindPage search={behind} period={period} back={wayBack(address)} />
  ) : (
    <Reports search={shown} period={period} />
  )
}

/** The reports. Wrong days ask nothing: their fields say why. */
function Reports({ search, period }: { search: ReportSearch; period: Period | null }) {
  const navigate = route.useNavigate()
  const go = (change: ReportSearch) => void navigate({ search: { ...search, ...change }, resetScroll: false })
  return (
    <Page>
      <PageTitle title="Reports">
        <Button
          variant="default"
          className={classes.screenOnly}
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </PageTitle>
      <PeriodBar search={search} period={period} onChange={go} />
      {period && <Sections {...period} choice={search.period ?? PERIODS[0]} compare={search.compare === undefined} />}
    </Page>
  )
}

function Sections({ from, to, choice, compare }: Period & Omit<Asked, 'period'>) {
  // The memo keeps one object while nothing of it changes, so that no table renders its rows again.
  const asked = useMemo(() => ({ period: { from, to }, choice, compare }), [from, to, choice, compare])
  return (
    <div className={classes.sections} data-printed>
      <VolumeSection asked={asked} />
      <QuotesSection asked={asked} />
      <OffersSection asked={asked} />
      <OnTimeSection asked={asked} />
      <MilestonesSection asked={asked} />
      <WorkloadSection asked={asked} />
    </div>
  )
}
