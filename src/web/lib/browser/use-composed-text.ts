import { type ChangeEvent, type CompositionEvent, useState } from 'react'

/**
 * Props of a field that rewrites what is typed. `rewrite` gets the field after an edit, and not before an input method has finished
 * its text; until then `composed` is what the field shows, null at all other times.
 */
export function useComposedText(rewrite: (field: HTMLInputElement, edit: Event) => void) {
  const [composed, setComposed] = useState<string | null>(null)
  return {
    composed,
    props: {
      onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        if (composed === null) rewrite(currentTarget, nativeEvent)
        else setComposed(currentTarget.value)
      },
      onCompositionStart: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => setComposed(currentTarget.value),
      onCompositionEnd: ({ currentTarget, nativeEvent }: CompositionEvent<HTMLInputElement>) => {
        setComposed(null)
        rewrite(currentTarget, nativeEvent)
      },
    },
  }
}
