import type { z } from 'zod'
import {
  carrierEventCounts,
  carrierEventPage,
  carrierEventRow,
  carrierEventWhole,
  dcsaFeedback,
  ignoreEventInput,
  matchEventInput,
  pushedEvents,
  takenCounts,
  takenEdi,
  takenEvents,
} from '#contract/carrier-events/carrier-event-rows.ts'
import { triedFeed } from '#contract/carrier-events/feeds.ts'

/** Names of the schemas of carriers' events. */
export const CARRIER_EVENT_SCHEMAS: Record<string, z.ZodType> = {
  CarrierEventRow: carrierEventRow,
  CarrierEvent: carrierEventWhole,
  CarrierEventCounts: carrierEventCounts,
  CarrierEventPage: carrierEventPage,
  CarrierEventsInput: pushedEvents,
  TakenCounts: takenCounts,
  TakenEvents: takenEvents,
  TakenEdi: takenEdi,
  DcsaFeedback: dcsaFeedback,
  IgnoreCarrierEventInput: ignoreEventInput,
  MatchCarrierEventInput: matchEventInput,
  TriedFeed: triedFeed,
}
