import { Alert, Button, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'

interface DraftOfferProps {
  /** The time at which the draft was stored, formatted. */
  savedAt: string
  onRestore: () => void
  onDiscard: () => void
}

/** Offers to restore the unsaved input of an earlier visit. */
export function DraftOffer({ savedAt, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <Alert variant="light" icon={<IconHistory aria-hidden />} mb="md" title="Unsaved draft">
      You have unsaved changes from {savedAt}.
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={onRestore}>
          Restore draft
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard draft
        </Button>
      </Group>
    </Alert>
  )
}
