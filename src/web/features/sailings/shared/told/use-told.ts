import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventRecord } from '#contract/reference/events.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import type { TemplateListItem } from '#contract/templates/templates.ts'
import { eventChoices, templateChoices } from '#web/features/sailings/shared/date-change/date-change-calls.ts'

/** The event of a fact, and its mail; null for none. */
export interface Told {
  eventId: number | null
  emailTemplateId: number | null
}

/** Events and mail templates to choose from; empty until they are read. */
export interface ToldChoices {
  events: readonly EventRecord[]
  templates: readonly TemplateListItem[]
}

/** An event with the mail that it suggests; without a mail where it has none. */
export function toldBy({ events, templates }: ToldChoices, eventId: number | null): Told {
  const suggested = events.find(({ id }) => id === eventId)?.emailTemplateId ?? null
  const exists = templates.some(({ id }) => id === suggested)
  return { eventId, emailTemplateId: exists ? suggested : null }
}

export function useToldChoices(): ToldChoices {
  const events = useQuery(eventChoices).data ?? []
  const templates = useQuery(templateChoices).data ?? []
  return { events, templates }
}

/** The event of a milestone and its mail, until something else is chosen; none for null. */
export function useTold(milestone: Milestone | null) {
  const choices = useToldChoices()
  const [chosen, choose] = useState<Told | null>(null)
  const event = milestone && choices.events.find((each) => each.milestone === milestone)
  return { choices, told: chosen ?? toldBy(choices, event?.id ?? null), choose, chosen: chosen !== null }
}
