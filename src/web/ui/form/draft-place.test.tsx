import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '#web/test/render.tsx'
import { DraftPlace } from './draft-place.tsx'

test('where no draft is offered, the form says that one from another computer is there', () => {
  const { unmount } = renderInApp(<DraftPlace>{null}</DraftPlace>)
  expect(screen.getByText(/A draft from another computer is in the browser there/)).toBeTruthy()
  unmount()
  renderInApp(
    <DraftPlace>
      <p>Unsaved draft</p>
    </DraftPlace>,
  )
  expect(screen.queryByText(/another computer/)).toBeNull()
  expect(screen.getByText('Unsaved draft')).toBeTruthy()
})
