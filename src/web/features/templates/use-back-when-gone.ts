import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A template that does not load leads to the list. */
export function useBackWhenGone(gone: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (gone) void navigate({ to: '/templates', replace: true, ignoreBlocker: true })
  }, [gone, navigate])
}
