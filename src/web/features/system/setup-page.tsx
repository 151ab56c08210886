import { Button, Progress } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Setup } from '#contract/system/setup.ts'
import { AdminsOnly } from '#web/features/accounts/shared/admins-only.tsx'
import { faultOf } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ButtonLink, TextLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import classes from './setup.module.css'
import { dismissSetup, setupQuery } from './setup-queries.ts'
import { SAMPLED, STEPS } from './setup-steps.ts'

/** Leads an administrator through the steps that a new installation needs before its first order. */
export const SetupPage = () => (
  <AdminsOnly title="Setup">
    <SetupSteps />
  </AdminsOnly>
)

function SetupSteps() {
  const { data, error, refetch } = useQuery(setupQuery)
  const fault = data ? null : faultOf(error)
  return (
    <Page narrow>
      <PageTitle title="Setup" />
      {fault && <Fault {...fault} onRetry={() => void refetch()} />}
      {data && <Checklist {...data} />}
    </Page>
  )
}

function Checklist({ steps, dismissed }: Setup) {
  const done = steps.filter((each) => each.done).length
  const next = steps.find((each) => !each.done)?.step
  const untouched = steps.every((each) => !each.done || !SAMPLED.includes(each.step))
  return (
    <>
      <p className={classes.intro}>
        {next
          ? 'What Quayside needs before you can book the first order. Work from top to bottom.'
          : 'Setup is complete. Add your first client, then book an order from the client’s page.'}
      </p>
      <div className={classes.progress}>
        <Progress value={(done / steps.length) * 100} aria-label="Steps done" flex={1} />
        <span>
          {done} of {steps.length} done
        </span>
      </div>
      <ol className={classes.steps}>
        {steps.map((each) => (
          <Step key={each.step} {...each} next={each.step === next} />
        ))}
      </ol>
      {untouched && (
        <Notice title="Start with examples">
          Restart the server with <code>DEMO=reference</code>, and it loads sample ports, cities, depots, cartages,
          rates, events and templates, which you can edit or delete; no orders and no accounts. It does so only while
          you have entered none of them.
        </Notice>
      )}
      {next ? !dismissed && <PutAway /> : <ButtonLink to="/clients">Go to Clients</ButtonLink>}
    </>
  )
}

function Step({ step, done, next }: Setup['steps'][number] & { next: boolean }) {
  const { title, use, link } = STEPS[step]
  const Icon = done ? IconCircleCheckFilled : IconCircle
  return (
    <li className={classes.step} data-done={done || undefined} aria-current={next ? 'step' : undefined}>
      <Icon className={classes.icon} size={20} aria-hidden />
      <div className={classes.text}>
        <TextLink {...link} fw={600}>
          {title}
        </TextLink>
        <p className={classes.use}>{use}</p>
      </div>
      <span className={classes.state}>{done ? 'Done' : next ? 'Next' : 'To do'}</span>
    </li>
  )
}

/** Puts the checklist away without a question: /setup still opens it. */
function PutAway() {
  const navigate = useNavigate()
  const { busy, run } = useAttempt()
  const putAway = async () => {
    if (!(await run(dismissSetup))) return
    showSuccess('The checklist was removed from the menu. You can still open it at /setup.')
    await navigate({ to: '/orders' })
  }
  return (
    <Button variant="default" loading={busy} onClick={() => void putAway()} className={classes.away}>
      Hide this checklist
    </Button>
  )
}
