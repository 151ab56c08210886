import type { Ref } from 'react'

/** What a panel beside the editor can do. */
export interface RichTextHandle {
  /** Inserts text at the cursor, or at the end without one. */
  insert: (text: string) => void
  focus: () => void
}

/** Props of both panes of the editor. */
export interface PaneProps {
  label: string
  value: string
  onChange: (value: string) => void
  onFocus?: () => void
  height: number
  invalid: boolean
  describedBy: string
  ref?: Ref<RichTextHandle>
}
