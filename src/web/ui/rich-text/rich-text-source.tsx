import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { liquid } from '@codemirror/lang-liquid'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import type { PaneProps } from './pane-props.ts'
import classes from './rich-text.module.css'
import { useEcho } from './rich-text-echo.ts'

const LIGHT = HighlightStyle.define([
  { tag: tags.tagName, color: '#115485' },
  { tag: tags.attributeName, color: '#48515b' },
  { tag: [tags.attributeValue, tags.string], color: '#1f6b36' },
  { tag: tags.comment, color: '#5c6671' },
  { tag: [tags.keyword, tags.controlKeyword], color: '#7a4f00' },
  { tag: [tags.variableName, tags.propertyName], color: '#8b1a55' },
])
const DARK = HighlightStyle.define([
  { tag: tags.tagName, color: '#86bbdd' },
  { tag: tags.attributeName, color: '#b5d5ea' },
  { tag: [tags.attributeValue, tags.string], color: '#9fd0a5' },
  { tag: tags.comment, color: '#98a2ad' },
  { tag: [tags.keyword, tags.controlKeyword], color: '#e2b04a' },
  { tag: [tags.variableName, tags.propertyName], color: '#e6a4c4' },
])

const nonce = () => document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''

const look = (height: number, dark: boolean): Extension => [
  syntaxHighlighting(dark ? DARK : LIGHT),
  EditorView.theme(
    {
      '&': { height: `${height}px`, fontSize: '13px', backgroundColor: 'var(--qs-raised)' },
      '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)' },
      '.cm-gutters': { backgroundColor: 'var(--qs-sunken)', color: 'var(--qs-dim)', border: 'none' },
      '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--qs-hover)' },
      '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
      '&.cm-focused': { outline: 'none' },
      '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
        backgroundColor: dark ? '#2a4a63' : '#cfe4f3',
      },
    },
    { dark },
  ),
]

/** Line breaks as the editor uses them. */
const unixLines = (text: string) => text.replace(/\r\n?/g, '\n')

/** The source of the text: HTML with template tags. Tab moves on to the next control. */
export function RichTextSource({ label, value, onChange, onFocus, height, describedBy, invalid, ref }: PaneProps) {
  const dark = useComputedColorScheme('light') === 'dark'
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const echo = useEcho(value)
  const isEcho = useEffectEvent(echo.isEcho)
  const changed = useEffectEvent((text: string) => echo.say(text) && onChange(text))
  const start = useEffectEvent((parent: HTMLElement) => {
    const attributes = {
      'aria-label': `${label}, source`,
      'aria-describedby': describedBy,
      // The tab stop lets the keyboard scroll this part; axe checks for this attribute.
      tabindex: '0',
      ...(invalid ? { 'aria-invalid': 'true' } : {}),
    }
    return new EditorView({
      parent,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(nonce()),
          lineNumbers(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          bracketMatching(),
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          liquid({ base: html() }),
          look(height, dark),
          EditorView.contentAttributes.of(attributes),
          EditorView.domEventHandlers({ focus: () => onFocus?.() }),
          EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
        ],
      }),
    })
  })

  // The theme is fixed when the editor starts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarted only when the theme changes
  useEffect(() => {
    if (!place.current) return
    const editor = start(place.current)
    view.current = editor
    return () => editor.destroy()
  }, [dark])

  useEffect(() => {
    const editor = view.current
    if (!editor || isEcho(value) || editor.state.doc.toString() === unixLines(value)) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useImperativeHandle(ref, () => ({
    insert: (text) => {
      view.current?.dispatch(view.current.state.replaceSelection(text), { scrollIntoView: true })
      view.current?.focus()
    },
    focus: () => view.current?.focus(),
  }))

  return <div ref={place} className={classes.source} />
}
