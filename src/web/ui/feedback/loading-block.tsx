import { Skeleton } from '@mantine/core'

/** Takes the place of something that is being loaded; its height in px. Only an element with a role may have a name. */
export const LoadingBlock = ({ height }: { height: number }) => <Skeleton h={height} role="img" aria-label="Loading" />
