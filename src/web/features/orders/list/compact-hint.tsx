import { Button } from '@mantine/core'
import { chooseRows } from '#web/lib/list/row-choices.ts'

/** Offers compact rows, until somebody says yes or no. */
export const CompactHint = () => (
  <>
    More orders fit in compact rows.{' '}
    <Button size="compact-sm" variant="subtle" onClick={() => chooseRows({ compactRows: true })}>
      Use them
    </Button>
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => chooseRows({ compactRows: false })}>
      No, thanks
    </Button>
  </>
)
