import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { Period } from '#contract/reports/period.ts'
import { useDates } from '#web/model/system/settings.ts'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { BehindPage } from './behind-page.tsx'
import { PeriodBar } from './period-bar.tsx'
import { periodOf, todayIn } from './periods.ts'
import { behindSearch, type ReportSearch, reportSearch } from './report-search.ts'
import classes from './reports.module.css'
import { OnTimeSection, QuotesSection, VolumeSection } from './trade-sections.tsx'
import { MilestonesSection, WorkloadSection } from './work-sections.tsx'

const route = getRouteApi('/staff/reports')

/** Five questions about a period, each with its figures, a chart and tables. */
export function ReportsPage() {
  const address = route.useSearch()
  const search = reportSearch(address)
  const behind = behindSearch(address)
  const { timeZone } = useDates()
  const today = todayIn(timeZone)
  if (behind) return <BehindPage search={behind} period={periodOf({ ...search, period: 'custom' }, today)} />
  return <Reports search={search} period={periodOf(search, today)} />
}

function Reports({ search, period }: { search: ReportSearch; period: Period }) {
  const navigate = route.useNavigate()
  const asked = { period, compare: search.compare === undefined }
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
      <div className={classes.sections}>
        <VolumeSection asked={asked} />
        <QuotesSection asked={asked} />
        <OnTimeSection asked={asked} />
        <MilestonesSection asked={asked} />
        <WorkloadSection asked={asked} />
      </div>
    </Page>
  )
}
