import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { Fault } from '#web/ui/feedback/fault.tsx'
import type { Codec } from './codec.ts'
import type { PaneProps } from './rich-text.tsx'
import { useEcho } from './rich-text-echo.ts'
import { type Engine, loadSkin, type RichTextImages, startEngine } from './rich-text-engine.ts'

interface VisualProps extends PaneProps {
  codec: Pick<Codec, 'open'>
  keepAll: boolean
  images?: RichTextImages
}

const PAUSE_MS = 250
const EVENTS = 'input change undo redo ExecCommand SetContent ObjectResized'

/** What the editor holds: the text it was given, what it made of that, and how to get back. */
interface Held {
  source: string
  untouched: string
  close: (html: string) => string
}

/** Puts a text into the editor; answers what it holds then. */
function showText({ editor, show }: Engine, codec: VisualProps['codec'], source: string): Held {
  const { html, close } = codec.open(source)
  show(html)
  return { source, untouched: editor.getContent(), close }
}

/** The text of the editor: to the letter as it was given while nobody touched it. */
function readText(editor: Engine['editor'], held: Held): string {
  const html = editor.getContent()
  return html === held.untouched ? held.source : held.close(html)
}

/** The editor's own parts follow the theme of the page. */
function useSkin(): void {
  const dark = useComputedColorScheme('light') === 'dark'
  useEffect(() => loadSkin(dark), [dark])
}

/** Puts text at the cursor as if it was typed: the editor's own insertion parses HTML in the page. */
function typeText(engine: Engine | null, text: string): void {
  engine?.editor.focus()
  engine?.editor.getDoc().execCommand('insertText', false, text)
}

type Saying = Pick<VisualProps, 'value' | 'onChange'> & { engine: RefObject<Engine | null>; held: RefObject<Held> }

/** Says what the editor holds: at once, or after a pause in typing. */
function useSaying({ value, onChange, engine, held }: Saying) {
  const timer = useRef<number>(undefined)
  const echo = useEcho(value)
  const emit = useEffectEvent(() => {
    window.clearTimeout(timer.current)
    const editor = engine.current?.editor
    if (!editor || editor.removed) return
    const next = readText(editor, held.current)
    if (echo.say(next)) onChange(next)
  })
  const soon = useEffectEvent(() => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(emit, PAUSE_MS)
  })
  return { emit, soon, echo }
}

/** The text as it will look. */
export function RichTextVisual({ label, value, onChange, onFocus, height, codec, keepAll, images, ref }: VisualProps) {
  const place = useRef<HTMLDivElement>(null)
  const engine = useRef<Engine>(null)
  const held = useRef<Held>({ source: '', untouched: '', close: (html) => html })
  const [ready, setReady] = useState(false)
  const [attempt, setAttempt] = useState({ number: 1, failed: false })
  const { emit, soon, echo } = useSaying({ value, onChange, engine, held })
  const isEcho = useEffectEvent(echo.isEcho)
  const started = useEffectEvent((own: Engine) => {
    engine.current = own
    isEcho(value)
    held.current = showText(own, codec, value)
    own.editor.on(EVENTS, () => soon())
    own.editor.on('blur', () => emit())
    own.editor.on('focus', () => onFocus?.())
    setReady(true)
  })

  useSkin()
  // The editor is started once (again when it could not be loaded) and then lives on its own; a change of these would
  // be another field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const target = document.createElement('textarea')
    target.setAttribute('aria-label', label)
    place.current?.append(target)
    let gone = false
    const starting = startEngine({ target, label, height, keepAll, images }).then(
      (own) => {
        if (gone) own.editor.remove()
        else started(own)
      },
      () => setAttempt(({ number }) => ({ number, failed: true })),
    )
    return () => {
      gone = true
      emit()
      const own = engine.current
      engine.current = null
      void starting.then(() => {
        own?.editor.remove()
        target.remove()
      })
    }
  }, [attempt.number])

  useEffect(() => {
    const own = engine.current
    if (!own || !ready) return
    // A value from elsewhere (draft, source, a newer version) replaces the text; the echo of the own one does not.
    if (!isEcho(value)) held.current = showText(own, codec, value)
  }, [value, ready, codec])

  useImperativeHandle(ref, () => ({
    insert: (text) => {
      typeText(engine.current, text)
      emit()
    },
    focus: () => engine.current?.editor.focus(),
  }))

  return (
    <>
      {attempt.failed && (
        <Fault
          message="The editor could not be loaded. Please check your connection."
          onRetry={() => setAttempt(({ number }) => ({ number: number + 1, failed: false }))}
        />
      )}
      {!ready && !attempt.failed && <Skeleton height={height} />}
      <div ref={place} hidden={!ready} />
    </>
  )
}
