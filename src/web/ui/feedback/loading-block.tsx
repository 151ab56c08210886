import { Skeleton } from '@mantine/core'

/**
 * A block in place of content that is being loaded; its height in px, or that of the place it is in. The role is
 * there because only an element with one may have a name.
 */
export const LoadingBlock = ({ height }: { height: number | '100%' }) => (
  <Skeleton h={height} role="img" aria-label="Loading" />
)
