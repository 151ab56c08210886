import { getRouteApi, useRouter } from '@tanstack/react-router'
import { queryClient } from '#web/lib/api/query-client.ts'
import { preferencesQuery } from '#web/model/session/preferences.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import { SessionFrame } from './session-frame.tsx'
import { SignIn } from './sign-in.tsx'

const route = getRouteApi('/login')

export function LoginPage() {
  const { next } = route.useSearch()
  const router = useRouter()
  const open = async () => {
    const chosen = next ? null : await queryClient.fetchQuery(preferencesQuery).catch(() => null)
    const today = chosen?.startPage === 'today' && '/today' in router.routesByPath
    router.history.push(next ?? (today ? '/today' : '/'))
  }
  return (
    <SessionFrame title="Admin">
      <SignIn onDone={() => void open()} next={next}>
        <TextLink to="/forgot-password" size="sm" mt="md" display="inline-block">
          Forgot your password?
        </TextLink>
      </SignIn>
    </SessionFrame>
  )
}
