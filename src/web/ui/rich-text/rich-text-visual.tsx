import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Fault } from '#web/ui/feedback/fault.tsx'
import type { Codec } from './codec.ts'
import type { PaneProps } from './pane-props.ts'
import { useEcho } from './rich-text-echo.ts'
import { type Engine, loadSkin, type RichTextImages, startEngine } from './rich-text-engine.ts'

interface VisualProps extends PaneProps {
  codec: Pick<Codec, 'open'>
  keepAll: boolean
  onWhite: boolean
  images?: RichTextImages
}

const PAUSE_MS = 250
const EVENTS = 'input change undo redo ExecCommand SetContent ObjectResized'

/** The editor's content: the text it was given, its own version of it, and the way back. */
interface Held {
  source: string
  untouched: string
  close: (html: string) => string
}

/** Puts a text into the editor; returns the editor's content. */
function showText({ editor, show }: Engine, codec: VisualProps['codec'], source: string): Held {
  const { html, close } = codec.open(source)
  show(html)
  return { source, untouched: editor.getContent(), close }
}

/** The text in the editor; an unedited one is returned exactly as given. */
function readText(editor: Engine['editor'], held: Held): string {
  const html = editor.getContent()
  return html === held.untouched ? held.source : held.close(html)
}

/** Makes the editor's toolbar and dialogs follow the theme, and its text too, unless on white. */
function useSkin(engine: RefObject<Engine | null>, { ready, onWhite }: { ready: boolean; onWhite: boolean }): void {
  const scheme = useComputedColorScheme('light')
  useEffect(() => loadSkin(scheme === 'dark'), [scheme])
  useEffect(() => {
    if (ready) engine.current?.editor.getDoc().documentElement.setAttribute('data-scheme', onWhite ? 'light' : scheme)
  }, [engine, ready, onWhite, scheme])
}

/** Ctrl, or Cmd on a Mac, with Enter. */
const SEND_KEY = 'meta+13'

/** Says what is typed: soon, at once when the editor is left, and before its form is sent. */
function listen(own: Engine, { emit, soon }: { emit: () => void; soon: () => void }): void {
  own.editor.on(EVENTS, soon)
  own.editor.on('blur', emit)
  passSendKeyOn(own, emit)
}

/** Passes Ctrl or Cmd with Enter on to the form around the editor, whose frame keeps its keys, with all that was typed. */
function passSendKeyOn({ editor }: Engine, emit: () => void): void {
  editor.addShortcut(SEND_KEY, '', () => {
    flushSync(emit)
    const same = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true })
    editor.getContainer().dispatchEvent(same)
  })
}

/** Inserts text at the cursor as if typed: the editor's own insertion parses HTML in the page. */
function typeText(engine: Engine | null, text: string): void {
  engine?.editor.focus()
  engine?.editor.getDoc().execCommand('insertText', false, text)
}

type Saying = Pick<VisualProps, 'value' | 'onChange'> & { engine: RefObject<Engine | null>; held: RefObject<Held> }

/** Reports the editor's text: at once, or after a pause in typing. */
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

/** The text as readers will see it. */
export function RichTextVisual(props: VisualProps) {
  const { label, value, onChange, onFocus, height, codec, keepAll, images, onWhite, ref } = props
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
    listen(own, { emit: () => emit(), soon: () => soon() })
    own.editor.on('focus', () => onFocus?.())
    setReady(true)
  })

  useSkin(engine, { ready, onWhite })
  // The editor starts once (and again after a failed load); a change of these options would be another field.
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
    // A value from elsewhere (draft, source, a newer version) replaces the text; an echo of our own does not.
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
