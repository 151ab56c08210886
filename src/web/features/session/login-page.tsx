import { getRouteApi, useRouter } from '@tanstack/react-router'
import { TextLink } from '#web/ui/page/link.tsx'
import { LoginForm } from './login-form.tsx'
import { SessionFrame } from './session-frame.tsx'

const route = getRouteApi('/login')

export function LoginPage() {
  const { next } = route.useSearch()
  const router = useRouter()
  return (
    <SessionFrame title="Admin">
      <LoginForm onDone={() => router.history.push(next ?? '/')} />
      <TextLink to="/forgot-password" size="sm" mt="md" display="inline-block">
        Forgot your password?
      </TextLink>
    </SessionFrame>
  )
}
