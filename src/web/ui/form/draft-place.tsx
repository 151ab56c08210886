import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * The place where a form offers the draft of an earlier visit. Without an offer it says where drafts
 * are: somebody may look for one that was typed on another computer.
 */
export const DraftPlace = ({ children }: { children: ReactNode }) =>
  children || (
    <Text size="sm" c="dimmed" mb="sm">
      What you type is kept in this browser until you save it. A draft from another computer is in the browser there.
    </Text>
  )
