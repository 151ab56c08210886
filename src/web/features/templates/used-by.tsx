import type { HtmlBlock } from '#contract/templates/templates.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './templates.module.css'

/** The mails that use a block. */
export function UsedBy({ templates }: Pick<HtmlBlock, 'templates'>) {
  if (templates.length === 0) return <p className={classes.usedBy}>No mail uses this html-block yet.</p>
  return (
    <div className={classes.usedBy}>
      {templates.length === 1 ? 'This mail uses it:' : `These ${templates.length} mails use it:`}
      <ul>
        {templates.map(({ id, title }) => (
          <li key={id}>
            <TextLink to="/edit-mail/$mailId" params={{ mailId: String(id) }}>
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
