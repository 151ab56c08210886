import { Text } from '@mantine/core'
import { SignIn } from '#web/features/accounts/session/sign-in.tsx'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

interface LoginAgainDialogProps {
  opened: boolean
  onAnswer: (done: boolean) => void
}

export function LoginAgainDialog({ opened, onAnswer }: LoginAgainDialogProps) {
  const email = queryClient.getQueryData(sessionQuery.queryKey)?.email
  return (
    <Dialog opened={opened} onClose={() => onAnswer(false)} title="Please sign in again" size="sm">
      <Text size="sm" c="dimmed" mb="md">
        Your session has ended. Sign in to continue; nothing you typed is lost.
      </Text>
      <SignIn email={email} onDone={() => onAnswer(true)} />
    </Dialog>
  )
}
