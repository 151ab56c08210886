import type { Ref } from 'react'

/** Actions that a panel beside the editor can take. */
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
