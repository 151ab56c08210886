import { RecordHistory } from '#web/features/audit/record-history.tsx'
import { EditBlockPage } from '#web/features/templates/block-editor-page.tsx'
import { EditMailPage } from '#web/features/templates/mail-editor-page.tsx'

/** The editors of stored mails and blocks, with their change history. */
export const EditMail = () => <EditMailPage tools={(id) => <RecordHistory of="mail-templates" id={id} />} />
export const EditBlock = () => <EditBlockPage tools={(id) => <RecordHistory of="html-blocks" id={id} />} />
