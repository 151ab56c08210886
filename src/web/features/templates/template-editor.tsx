import { Alert, Button, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ADMINISTRATORS_ONLY, TemplateKind } from '#contract/templates/templates.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { articleImages } from '#web/features/blog/shared/images.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { TextChanged } from '#web/model/live/changed-meanwhile.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { DraftOffer } from '#web/ui/form/draft-offer.tsx'
import { DraftPlace } from '#web/ui/form/draft-place.tsx'
import { EditorBar } from '#web/ui/form/editor-bar.tsx'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { AttachesField, EventsField, SuggestedField, TrackingField } from './events-field.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { templateCodec } from './shared/template-codec.ts'
import { usedNames } from './shared/template-names.ts'
import { SidePanel, SYSTEM_GROUPS } from './side-panel.tsx'
import type { TemplateRecord } from './template-form.ts'
import classes from './templates.module.css'
import { useTemplateEditor } from './use-template-editor.ts'

interface TemplateEditorProps {
  kind: TemplateKind
  record: TemplateRecord | null
}

const MAIL = (entityId: number) => ({ record: { entity: 'mailTemplates', entityId }, what: 'this mail' }) as const
const BLOCK = (entityId: number) => ({ record: { entity: 'htmlBlocks', entityId }, what: 'this html-block' }) as const

/** The editor of a mail or html block. */
export function TemplateEditor({ kind, record }: TemplateEditorProps) {
  const editor = useTemplateEditor(kind, record)
  const { form, values, change, insertion, isSystem, previewed } = editor
  const isLocked = !useIsAdmin() && record !== null && 'secret' in record && record.secret
  const ownGroups = isSystem ? SYSTEM_GROUPS.filter((group) => values.content.includes(group)) : []
  usePageActions([{ label: 'Preview', run: editor.preview }])
  return (
    <form onSubmit={form.submit} noValidate>
      {isLocked ? <Locked /> : <Drafts editor={editor} />}
      <div className={classes.editor}>
        <div className={classes.fields}>
          <TextInput
            label="Title"
            withAsterisk={!isLocked}
            readOnly={isLocked}
            value={values.title}
            error={form.errors.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          {kind === TemplateKind.MAIL && (
            <TextInput
              label="Subject"
              readOnly={isLocked}
              {...insertion.subjectProps}
              value={values.subject}
              error={form.errors.subject}
              onChange={(event) => change({ subject: event.currentTarget.value })}
            />
          )}
          <fieldset className={classes.fields} disabled={isLocked}>
            {kind === TemplateKind.MAIL && !isSystem && (
              <>
                <EventsField
                  value={values.events}
                  error={form.errors.events}
                  onChange={(events) => change({ events })}
                />
                <AttachesField
                  value={values.attaches}
                  error={form.errors.attaches}
                  onChange={(attaches) => change({ attaches })}
                />
                <SuggestedField value={values.suggestedFor} onChange={(suggestedFor) => change({ suggestedFor })} />
              </>
            )}
            {kind === TemplateKind.MAIL && !ownGroups.includes('reset.') && (
              <TrackingField
                value={values.trackingDocuments}
                onChange={(trackingDocuments) => change({ trackingDocuments })}
              />
            )}
          </fieldset>
          <div inert={isLocked} className={isLocked ? classes.locked : undefined}>
            <RichText
              ref={insertion.body}
              onFocus={insertion.intoBody}
              label={kind === TemplateKind.MAIL ? 'Body' : 'Body of the html-block'}
              required={!isLocked}
              keepAll
              codec={templateCodec}
              images={articleImages}
              onWhite
              value={values.content}
              error={form.errors.content ? String(form.errors.content) : null}
              onChange={(content) => change({ content })}
            />
          </div>
        </div>
        {!isLocked && (
          <SidePanel
            withBlocks={kind === TemplateKind.MAIL}
            ownGroups={ownGroups}
            used={usedNames(values.subject, values.content)}
            onInsert={insertion.insert}
          />
        )}
      </div>
      {form.fault && <Fault {...form.fault} />}
      <Buttons isLocked={isLocked} saving={form.saving} onCancel={editor.leave} onPreview={editor.preview}>
        {record && <TextChanged {...(kind === TemplateKind.MAIL ? MAIL : BLOCK)(record.id)} />}
      </Buttons>
      {previewed && <PreviewDialog draft={previewed} onClose={() => editor.setPreviewed(null)} />}
      {editor.dialog}
    </form>
  )
}

/** The draft of an earlier visit. */
function Drafts({ editor: { offer, restore, discard } }: { editor: ReturnType<typeof useTemplateEditor> }) {
  const { dateTime } = useDates()
  return (
    <DraftPlace>
      {offer && <DraftOffer savedAt={dateTime(offer.savedAt)} onRestore={restore} onDiscard={discard} />}
    </DraftPlace>
  )
}

/** A note for managers on a text that only administrators change. */
const Locked = () => (
  <Alert mb="sm" variant="light" icon={<IconLock aria-hidden />}>
    {ADMINISTRATORS_ONLY}.
  </Alert>
)

interface ButtonsProps {
  isLocked: boolean
  saving: boolean
  onCancel: () => void
  onPreview: () => void
  /** Content before the buttons. */
  children: ReactNode
}

function Buttons({ isLocked, saving, onCancel, onPreview, children }: ButtonsProps) {
  return (
    <EditorBar>
      {children}
      <Button variant="default" onClick={onCancel} disabled={saving}>
        Cancel
      </Button>
      <Button variant="default" onClick={onPreview}>
        Preview
      </Button>
      {!isLocked && (
        <Button type="submit" loading={saving}>
          Submit
        </Button>
      )}
    </EditorBar>
  )
}
