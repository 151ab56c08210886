import { RecordHistory } from '#web/features/audit/record-history.tsx'
import { EditBlockPage } from '#web/features/templates/block-editor-page.tsx'
import { EditMailPage } from '#web/features/templates/mail-editor-page.tsx'
import { useHasUnsaved } from '#web/lib/browser/unsaved.ts'
import { Presence } from '#web/model/live/presence.tsx'

/** The others who have the text open. An editor that was only opened edits nothing yet. */
const Here = ({ entity, id }: { entity: 'mailTemplates' | 'htmlBlocks'; id: number }) => (
  <Presence entity={entity} entityId={id} part={useHasUnsaved() ? 'this text' : null} />
)

/** The editors of stored mails and blocks, with their change history and the others who have them open. */
export const EditMail = () => (
  <EditMailPage
    tools={(id) => (
      <>
        <RecordHistory of="mail-templates" id={id} />
        <Here entity="mailTemplates" id={id} />
      </>
    )}
  />
)
export const EditBlock = () => (
  <EditBlockPage
    tools={(id) => (
      <>
        <RecordHistory of="html-blocks" id={id} />
        <Here entity="htmlBlocks" id={id} />
      </>
    )}
  />
)
