import { Textarea } from '@mantine/core'
import { useQuotedComment } from './quoted-comment.ts'

/** The comment field; it says whether the chosen template quotes the comment to the client. */
export function EventComment({ templateId, input }: { templateId: number | null; input: object }) {
  const quoted = useQuotedComment(templateId)
  return (
    <Textarea
      label="Comment"
      description={
        quoted === null
          ? undefined
          : quoted
            ? 'The client will see this comment: the mail quotes it.'
            : 'For staff only: the mail does not quote it.'
      }
      autosize
      minRows={3}
      maxRows={8}
      {...input}
    />
  )
}
