import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Html = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps | keyof ButtonProps> & {
  ref?: Ref<HTMLAnchorElement>
}

const RawLink = createLink((props: AnchorProps & Html) => <Anchor inherit {...props} />)
const RawButton = createLink((props: ButtonProps & Html) => <Button component="a" {...props} />)

/** A link inside the app, prefetched on hover and focus. */
export const TextLink: LinkComponent<typeof RawLink> = (props) => <RawLink preload="intent" {...props} />

/** A link inside the app that looks like a button. */
export const ButtonLink: LinkComponent<typeof RawButton> = (props) => <RawButton preload="intent" {...props} />
