import { Button, Group } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#web/ui/feedback/notice.tsx'

interface QuestionBoxProps {
  title: string
  /** Questions, one sentence each. */
  sentences: readonly string[]
  /** The label of the button that sends the form. */
  confirm: string
  busy: boolean
  children?: ReactNode
}

/** A question within the form, whose button sends it. It takes the focus whenever it changes. */
export function QuestionBox({ title, sentences, confirm, busy, children }: QuestionBoxProps) {
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sentences are only the trigger: another question takes the focus again
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'center' })
  }, [sentences.join()])
  return (
    <Notice role="alert" warn title={title}>
      {sentences.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
      {children}
      <Group mt="xs">
        <Button ref={button} type="submit" size="compact-sm" variant="default" loading={busy}>
          {confirm}
        </Button>
      </Group>
    </Notice>
  )
}
