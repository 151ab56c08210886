import { ActionIcon, Group, Switch } from '@mantine/core'
import { IconArticle, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { ARTICLE_TYPE_LABELS, type ArticleListItem, type ArticleType } from '#contract/blog/articles.ts'
import { useDates, useSettings } from '#web/features/system/shared/settings.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { Confirm, deleting } from '#web/ui/dialog/confirm.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { articlesCall, useRemoveArticle, useVisibility } from './article-queries.ts'
import classes from './blog.module.css'
import { publicAddress } from './public-address.ts'
import { slotName } from './slots.ts'

/** The width of a preview picture in a row, in its own shape, 2.6 to 1. */
const THUMB_WIDTH = 78
const THUMB_HEIGHT = 30

interface Columns {
  date: (seconds: number) => string
  publicSiteUrl: string
  onVisibility: (article: ArticleListItem) => void
}

const columnsWith = ({ date, publicSiteUrl, onVisibility }: Columns): Column<ArticleListItem>[] => [
  { id: 'id', header: 'ID', width: 64, sortable: true, cell: ({ id }) => id, card: 'none' },
  { id: 'customCreatedAt', header: 'Date', width: 110, sortable: true, cell: (row) => date(row.customCreatedAt) },
  { id: 'username', header: 'Creator', width: 150, sortable: true, cell: ({ user }) => user?.username ?? EMPTY },
  {
    id: 'title',
    header: 'Title',
    width: 380,
    sortable: true,
    noLink: true,
    card: 'title',
    cell: ({ title, slug, slot, previewImage }) => (
      <span className={classes.title}>
        <img
          className={classes.thumb}
          src={previewImage.small}
          alt=""
          width={THUMB_WIDTH}
          height={THUMB_HEIGHT}
          loading="lazy"
          decoding="async"
        />
        <a href={publicAddress(publicSiteUrl, slug)} target="_blank" rel="noreferrer" title={title}>
          {title} <IconExternalLink size={13} aria-label="on the public site" />
        </a>
        {slot !== null && <span className={classes.placed}>{slotName(slot)} in the main view</span>}
      </span>
    ),
  },
  {
    id: 'visibility',
    header: 'Visibility',
    width: 110,
    sortable: true,
    noLink: true,
    cell: (row) => (
      <Switch
        label={row.visibility ? 'Yes' : 'No'}
        aria-label={`Visibility of ${row.title}`}
        checked={row.visibility}
        onChange={() => onVisibility(row)}
      />
    ),
  },
]

type Asked = { what: 'hide' | 'delete'; article: ArticleListItem } | null

interface ArticleActionsProps {
  article: ArticleListItem
  onDelete: () => void
  onEdit: () => void
}

const ArticleActions = ({ article: { title }, onDelete, onEdit }: ArticleActionsProps) => (
  <Group gap={2} wrap="nowrap">
    <ActionIcon size={28} aria-label={`Delete ${title}`} onClick={onDelete}>
      <IconTrash size={17} aria-hidden />
    </ActionIcon>
    <ActionIcon size={28} aria-label={`Edit ${title}`} onClick={onEdit}>
      <IconPencil size={17} aria-hidden />
    </ActionIcon>
  </Group>
)

export function ArticlesTab({ type }: { type: ArticleType }) {
  const router = useRouter()
  const list = useList(articlesCall(type))
  const settings = useSettings()
  const { date } = useDates()
  const { mutate: setVisibility } = useVisibility()
  const [asked, setAsked] = useState<Asked>(null)
  const publicSiteUrl = settings?.publicSiteUrl ?? ''
  const columns = useMemo(() => {
    const flip = (article: ArticleListItem) => {
      if (article.visibility && article.slot !== null) setAsked({ what: 'hide', article })
      else setVisibility({ ...article, visibility: !article.visibility })
    }
    return columnsWith({ date, publicSiteUrl, onVisibility: flip })
  }, [date, publicSiteUrl, setVisibility])
  const actions = useCallback(
    (article: ArticleListItem) => (
      <ArticleActions
        article={article}
        onDelete={() => setAsked({ what: 'delete', article })}
        onEdit={() =>
          void router.navigate({
            to: '/edit-article/$articleId',
            params: { articleId: String(article.id) },
            state: (before) => ({ ...before, articleType: type }),
          })
        }
      />
    ),
    [router, type],
  )
  return (
    <>
      <PagedTable
        label={ARTICLE_TYPE_LABELS[type]}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        actionsTitle="Action"
        actions={actions}
        empty={
          <EmptyState icon={IconArticle} title={list.state.search ? 'No articles found' : 'No articles yet'}>
            {list.state.search
              ? `No articles match "${list.state.search}".`
              : 'Articles of the public site appear here. New articles stay hidden until you show them.'}
          </EmptyState>
        }
      />
      {asked?.what === 'delete' && <DeleteArticle article={asked.article} onClose={() => setAsked(null)} />}
      {asked?.what === 'hide' && (
        <Confirm
          opened
          title={`Hide ${asked.article.title}?`}
          confirm="Hide"
          danger
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setVisibility({ ...asked.article, visibility: false })
            setAsked(null)
          }}
        >
          This article is in <strong>slot {asked.article.slot}</strong> of the main view. Hiding it frees the slot.
        </Confirm>
      )}
    </>
  )
}

function DeleteArticle({ article, onClose }: { article: ArticleListItem; onClose: () => void }) {
  const remove = useRemoveArticle()
  return (
    <Confirm
      {...deleting({ name: article.title, remove, onClose })}
      onConfirm={() => remove.mutate(article.id, { onSuccess: onClose })}
    >
      The article and its public page will be deleted.
      {article.slot !== null && (
        <>
          {' '}
          Deleting it frees <strong>slot {article.slot}</strong> of the main view.
        </>
      )}
    </Confirm>
  )
}
