import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { recordId } from '#web/lib/browser/record-id.ts'

/**
 * Addresses of rows that open in a dialog over their list, so that each is a link like any other row. `asked` is the
 * row that the address named when the list opened, until it is forgotten; null for none.
 */
export function useRowAddress() {
  const router = useRouter()
  const search = useSearch({ strict: false })
  const [asked, setAsked] = useState(() => recordId(String(Object(search).row ?? '')) || null)
  const hrefOf = ({ id }: { id: number }) =>
    router.buildLocation({ to: '.', search: (before: object) => ({ ...before, row: id }) }).href
  return { hrefOf, asked, forget: () => setAsked(null) }
}
