import { getRouteApi, useRouter } from '@tanstack/react-router'
import { TextLink } from '#web/ui/page/link.tsx'
import { SessionFrame } from './session-frame.tsx'
import { SignIn } from './sign-in.tsx'

const route = getRouteApi('/login')

export function LoginPage() {
  const { next, again } = route.useSearch()
  const router = useRouter()
  return (
    <SessionFrame title="Admin">
      {/* The link to '/' leads to the start page. */}
      <SignIn onDone={() => router.history.push(next ?? '/')} next={next} again={again}>
        <TextLink to="/forgot-password" size="sm" mt="md" display="inline-block">
          Forgot your password?
        </TextLink>
      </SignIn>
    </SessionFrame>
  )
}
