import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import { type FilterTexts, readFilters, writeFilters } from '#contract/lib/filters.ts'
import type { View, ViewDefinition, ViewedList } from '#contract/views/view.ts'
import { VIEW_LISTS } from '#contract/views/view-lists.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useChanges } from '#web/model/live/changes.ts'
import { ExportButton } from '#web/ui/export/export-button.tsx'
import { AddFilter } from '#web/ui/filters/add-filter.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { laterMenu } from '#web/ui/parts/later-menu.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import { ColumnTitles } from './column-titles.ts'
import type { MoreViewsProps } from './more-views.tsx'
import { rememberView } from './saving/view-calls.ts'
import { useViewAddress } from './use-view-address.ts'
import { MoreButton, OptionsButton } from './view-buttons.tsx'
import { ViewColumns } from './view-columns.tsx'
import type { OpenedDialog } from './view-dialogs.tsx'
import type { Exported, ViewExportProps } from './view-export.tsx'
import { ViewFilters } from './view-filters.tsx'
import type { ViewOptionsProps } from './view-options.tsx'
import type { Viewed } from './view-state.ts'
import { ViewTabs } from './view-tabs.tsx'
import classes from './views.module.css'

// The bar is part of the first screen: what its buttons open comes later.
const MoreViews = laterMenu<MoreViewsProps>(
  () => import('./more-views.tsx').then((part) => part.MoreViews),
  ({ onClick }) => <MoreButton onClick={onClick} />,
)
const ViewOptions = laterMenu<ViewOptionsProps>(
  () => import('./view-options.tsx').then((part) => part.ViewOptions),
  ({ view, onClick }) => <OptionsButton view={view} onClick={onClick} />,
)
const ViewExport = laterMenu<ViewExportProps>(
  () => import('./view-export.tsx').then((part) => part.ViewExport),
  ({ onClick }) => <ExportButton size="compact-md" onClick={onClick} />,
)
const ViewDialogs = lazyPart(() => import('./view-dialogs.tsx').then((part) => part.ViewDialogs))
// Most addresses can be shown as they are.
const ViewNotices = lazyPart(() => import('./view-notices.tsx').then((part) => part.ViewNotices))

export interface ViewBarProps {
  list: ViewedList
  /** Titles of the columns, by id. */
  titles: Record<string, string>
  /** The columns that somebody chose for the list without a saved view. */
  chosenColumns?: readonly string[] | undefined
  /** True if the screen has a control for the columns itself. */
  ownColumns?: boolean
  /** Rows per page on screen, which a new view keeps. */
  perPage?: number
  /** Filters that the screen sets by controls of its own, without a saved view. */
  implied?: FilterTexts
  /** The parameters of those controls. */
  ownParameters?: readonly string[]
  /** What the list is exported by; without it the screen does so itself. */
  exported?: Exported
}

/** The definition that 'Save' and 'Save as new' store: all that is on screen. */
function wholeOf({ view, definition }: Viewed, { implied, perPage }: ViewBarProps): ViewDefinition {
  if (view) return definition
  const size = PAGE_SIZES.find((each) => each === perPage) ?? definition.perPage
  return { ...definition, perPage: size, filters: { ...implied, ...definition.filters } }
}

/** True if a part of the address could not be shown, or has to be looked up. */
const hasNotices = ({ gone, dropped, definition, notCodes }: Viewed) =>
  gone || dropped.length > 0 || definition.codes !== undefined || notCodes.length > 0

/** Names the colleague who changes the open view, since its rows change all at once. */
function useNewsOf(view: View | null | undefined): void {
  useChanges(({ entity, ids, kind, by }) => {
    if (view && entity === 'views' && kind === 'update' && ids.includes(view.id))
      showSuccess(`${by?.name ?? 'Someone'} changed the view "${view.name}"`)
  })
}

/** Remembers the view that the address names. */
function useLastView(viewed: Viewed | undefined): void {
  const { view: named }: { view?: unknown } = useSearch({ strict: false })
  const shown = viewed?.view?.id ?? viewed?.builtIn?.key
  const list = viewed?.list
  useEffect(() => {
    if (list && named !== undefined && shown !== undefined) rememberView(list, String(shown))
  }, [list, named, shown])
}

/** Views of a list: tabs, filters, and the actions on them. */
export function ViewBar(props: ViewBarProps) {
  const { list, titles } = props
  const address = useViewAddress(list, { own: props.ownParameters, chosenColumns: props.chosenColumns })
  const [opened, setOpened] = useState<OpenedDialog>(null)
  const { viewed, views } = address
  useNewsOf(viewed?.view)
  useLastView(viewed)
  if (!viewed) return null
  const { view, definition } = viewed
  const fields = VIEW_LISTS[list].filters
  const whole = wholeOf(viewed, props)
  const close = () => setOpened(null)
  return (
    <ColumnTitles value={titles}>
      <div className={classes.bar}>
        <nav className={classes.views} aria-label="Views">
          <ViewTabs address={address} viewed={viewed} />
          {view && (
            <ViewOptions
              view={view}
              pinned={views.filter(({ pinned }) => pinned)}
              link={address.wholeLink(viewed, view)}
              onEdit={() => setOpened('edit')}
              onDelete={() => setOpened('delete')}
            />
          )}
          <MoreViews
            views={views}
            current={view}
            onOpen={address.open}
            onSaveAsNew={() => setOpened('save')}
            onTrash={() => setOpened('trash')}
          />
        </nav>
        <div className={classes.tools}>
          {props.exported && (
            <ViewExport {...props.exported} columns={whole.columns.flatMap(({ id, shown }) => (shown ? [id] : []))} />
          )}
          {props.exported?.imports && (
            <ButtonLink
              size="compact-md"
              variant="subtle"
              color="gray"
              to="/import"
              search={{ kind: props.exported.imports } as never}
            >
              Import
            </ButtonLink>
          )}
          {!props.ownColumns && <ViewColumns definition={whole} onChange={address.show} />}
          <AddFilter
            fields={fields}
            taken={Object.keys(definition.filters)}
            onApply={(name, filter) => {
              const { filters } = readFilters(fields, definition.filters)
              address.show({ ...definition, filters: writeFilters({ ...filters, [name]: filter }) })
            }}
          />
        </div>
      </div>
      <ViewFilters address={address} viewed={viewed} whole={whole} onSaveAsNew={() => setOpened('save')} />
      <OnDemand opened={hasNotices(viewed)}>
        <ViewNotices viewed={viewed} />
      </OnDemand>
      <OnDemand opened={opened !== null}>
        <ViewDialogs opened={opened} list={list} view={view} definition={whole} onClose={close} onOpen={address.open} />
      </OnDemand>
    </ColumnTitles>
  )
}
