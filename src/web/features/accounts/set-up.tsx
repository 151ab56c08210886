import { Button, CopyButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeInput } from '#contract/accounts/second-factor.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './account.module.css'
import { confirmFactor, newSecretQuery } from './account-calls.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { CodeField } from './shared/code-field.tsx'

interface SetUpProps {
  email: string
  /** The label of the button after the recovery codes. */
  done: string
  onDone: () => void
  /** Called once the recovery codes show: closing them loses them. */
  onCodes?: () => void
}

/** Sets up an authenticator app: its secret, a first code, and the recovery codes. */
export function SetUp({ email, done, onDone, onCodes }: SetUpProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} email={email} done={done} onDone={onDone} />
  const show = (made: string[]) => {
    setCodes(made)
    onCodes?.()
  }
  return <FirstCode onConfirmed={show} />
}

/** The secret in groups, 'JBSW Y3DP …', as people read and type it. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

function FirstCode({ onConfirmed }: { onConfirmed: (codes: string[]) => void }) {
  const { data, error, refetch, isFetching } = useQuery(newSecretQuery)
  const form = useForm({
    schema: codeInput,
    initialValues: { code: '' },
    save: async ({ code }) => onConfirmed(await confirmFactor(code)),
    keepRefusals: true,
  })
  const fault = faultOf(error)
  if (fault) return <Fault {...fault} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <div className={classes.qr} aria-hidden />
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <ol className={classes.steps}>
        <li>
          <div>Scan this with an app for codes, such as the one of your password manager:</div>
          <img className={classes.qr} src={data.qr} alt="QR code of the secret below" />
          <div className={classes.dim}>Or type the secret into it:</div>
          <code className={classes.secret}>{grouped(data.secret)}</code>
          <CopyButton value={data.secret} timeout={3000}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy secret'}
              </Button>
            )}
          </CopyButton>
        </li>
        <li>
          <CodeField autoFocus {...form.getInputProps('code')} />
        </li>
      </ol>
      {form.fault && <Fault {...form.fault} />}
      <Button type="submit" loading={form.saving}>
        Turn on
      </Button>
    </form>
  )
}
