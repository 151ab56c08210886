import { useQuery } from '@tanstack/react-query'
import { allBlocksQuery, mailQuery } from '#web/features/templates/shared/templates.ts'

const COMMENT = /\border\.eventComment\b/
const BLOCK = /\bblocks\.(\w+)/g

interface Text {
  subject?: string
  content: string
}
interface Block {
  identifier: string
  content: string
}

/** True if a mail's text, or a block that it uses, quotes the comment of the event. */
export function quotesComment({ subject = '', content }: Text, blocks: readonly Block[]): boolean {
  const text = `${subject} ${content}`
  if (COMMENT.test(text)) return true
  const used = new Set([...text.matchAll(BLOCK)].map(([, identifier]) => identifier))
  return blocks.some((block) => used.has(block.identifier) && COMMENT.test(block.content))
}

/** True if the chosen template quotes the comment; null without a template, or until it is known. */
export function useQuotedComment(templateId: number | null): boolean | null {
  const enabled = templateId !== null
  const template = useQuery({ ...mailQuery(templateId ?? 0), enabled, staleTime: 60_000 })
  const blocks = useQuery({ ...allBlocksQuery, enabled, staleTime: 60_000 })
  return enabled && template.data && blocks.data ? quotesComment(template.data, blocks.data) : null
}
