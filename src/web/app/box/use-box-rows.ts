import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { shownEntries } from '#web/app/menu.ts'
import { logOut } from '#web/features/accounts/session/log-out.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { useSettings } from '#web/features/system/shared/settings.ts'
import { pageActions, pageChanges } from '#web/lib/browser/page-actions.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { recentsQuery } from '#web/model/search/search-calls.ts'
import { goKeysOf } from './box-keys.ts'
import { type BoxRow, type BoxSection, fitting, foundSections, recentRows } from './box-rows.ts'
import { codeRows } from './code-rows.ts'
import { keysShown } from './keys-shown.ts'
import type { useFound } from './use-found.ts'

const action = (label: string, run: () => void, keys?: string): BoxRow => ({
  key: `action ${label}`,
  kind: 'action',
  label,
  run,
  ...(keys ? { keys } : {}),
})

const CREATE = [
  { to: '/create-mail', label: 'Create mail' },
  { to: '/create-html-block', label: 'Create html-block' },
  { to: '/create-article', label: 'Create article' },
]

/** Pages that this person may open, as in the menu. */
function usePages(): BoxRow[] {
  const admin = useIsAdmin()
  const setup = useSettings()?.setupOpen
  return useMemo(() => {
    const { main, own, options, administration } = shownEntries({ admin, setup })
    return [...main, ...own, ...options, ...administration, ...CREATE].map(({ to, label }): BoxRow => {
      const keys = goKeysOf(to)
      return { key: `page ${to}`, kind: 'page', label, href: to, ...(keys ? { keys } : {}) }
    })
  }, [admin, setup])
}

/** Actions that are possible anywhere. */
function useCommands(): BoxRow[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return [
    action('Keyboard shortcuts', () => keysShown.set(true), '?'),
    ...(['light', 'dark', 'auto'] as const)
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) =>
        action(scheme === 'auto' ? "Theme: the system's" : `Theme: ${scheme}`, () => setColorScheme(scheme)),
      ),
    action('Log out', () => void logOut()),
  ]
}

/** Actions of the page as it was when the box was opened, or came: some depend on where the focus was. */
function usePageRows(): BoxRow[] {
  const changes = useStore(pageChanges)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is offered is kept outside React
  return useMemo(
    () =>
      pageActions()
        .filter(({ can, move }) => !move && (can?.() ?? true))
        .map(({ label, run, keys }) => action(label, run, keys)),
    [changes],
  )
}

const section = (key: string, title: string, rows: BoxRow[]): BoxSection[] =>
  rows.length > 0 ? [{ key, title, rows }] : []

/** The rows for a text: local ones, then the server's; the exact hit and a list of codes apart. */
export function useBoxRows(text: string, found: ReturnType<typeof useFound>, gone: ReadonlySet<string>) {
  const pages = usePages()
  const commands = useCommands()
  const ofPage = usePageRows()
  const recents = useQuery(recentsQuery)
  if (text.trim() === '') {
    const opened = recentRows(recents.data ?? []).filter(({ key }) => !gone.has(key))
    // The other rows wait for the recents, which stand above them.
    const rest = recents.isFetched
      ? [...section('page', 'On this page', ofPage), ...section('commands', 'Anywhere', commands)]
      : []
    return { top: null, sections: [...section('recents', 'Opened last', opened), ...rest] }
  }
  const known = [
    ...section('page', 'On this page', fitting(ofPage, text)),
    ...section('pages', 'Pages and actions', fitting([...pages, ...commands], text)),
  ]
  const { top, sections } = foundRows(found)
  return { top, sections: [...known, ...sections] }
}

/**
 * The server's rows. A list of several orders comes first, with the exact hit among the others; before a list
 * of one order or none comes the exact hit.
 */
function foundRows({ reply, codes, count }: ReturnType<typeof useFound>): {
  top: BoxRow | null
  sections: BoxSection[]
} {
  const listed = codes ? codeRows(codes, count) : []
  const leads = (codes?.found.length ?? 0) > 1
  const { exact, sections } = reply ? foundSections(reply, { apart: !leads }) : { exact: null, sections: [] }
  if (leads || !exact) return { top: listed[0] ?? exact, sections }
  return { top: exact, sections: [...section('codes', 'List of codes', listed), ...sections] }
}
