import { NativeSelect, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Preferences } from '#contract/accounts/preferences.ts'
import { START_PAGES } from '#contract/accounts/session.ts'
import { preferencesQuery, savePreferences } from '#web/features/accounts/shared/preferences.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'

const PAGES = { orders: 'Orders', today: 'Today' } as const

/** Choices that the account keeps on every device: the page to begin with, and the daily mail. */
export function OwnChoices() {
  const chosen = useQuery(preferencesQuery).data
  const { run, busy } = useAttempt()
  const pages = useRouter().routesByPath
  const save = (change: Partial<Preferences>) => void run(() => savePreferences(change))
  return (
    <>
      {'/today' in pages && (
        <NativeSelect
          label="Start page"
          description="Opens when you sign in, and when you press the logo"
          data={START_PAGES.map((value) => ({ value, label: PAGES[value] }))}
          value={chosen?.startPage ?? 'orders'}
          disabled={!chosen || busy}
          onChange={(event) => {
            const startPage = START_PAGES.find((page) => page === event.currentTarget.value)
            if (startPage) save({ startPage })
          }}
        />
      )}
      <Switch
        label="Daily mail"
        description="What is waiting for you, once a day; no mail if nothing is"
        checked={chosen?.digest ?? true}
        disabled={!chosen || busy}
        onChange={(event) => save({ digest: event.currentTarget.checked })}
      />
    </>
  )
}
