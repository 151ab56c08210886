import { Anchor, Button, CopyButton } from '@mantine/core'
import { FIRST_CALLS } from '#contract/integrations/first-calls.ts'
import { ScrollRegion } from '#web/ui/page/scroll-region.tsx'
import classes from './integrations.module.css'

/** First calls, to copy, and a link to the description of all calls. */
export function ExamplesTab() {
  const { origin } = window.location
  return (
    <div className={classes.examples}>
      <p className={classes.intro}>
        Create an API key, put it in place of <code>qs_…</code>, and copy. All calls, with the scopes that each needs,
        are in the{' '}
        <Anchor href="/api/docs/" target="_blank" inherit>
          description of the API
        </Anchor>{' '}
        and, for tools, in{' '}
        <Anchor href="/api/openapi.json" target="_blank" inherit>
          openapi.json
        </Anchor>
        .
      </p>
      {FIRST_CALLS.map(({ title, code }) => (
        <Example key={title} title={title} code={code(origin)} />
      ))}
    </div>
  )
}

function Example({ title, code }: { title: string; code: string }) {
  return (
    <section className={classes.example}>
      <div className={classes.exampleHead}>
        <h2>{title}</h2>
        <CopyButton value={code} timeout={1500}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy} aria-label={`Copy: ${title}`}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
      <ScrollRegion label={`Example: ${title}`} className={classes.code}>
        <pre>{code}</pre>
      </ScrollRegion>
    </section>
  )
}
