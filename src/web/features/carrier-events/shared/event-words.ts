import { IconArrowsExchange, IconBan, IconCircleCheck, IconHelpCircle, IconStack2 } from '@tabler/icons-react'
import {
  CARRIER_EVENT_STATE_LABELS,
  type CarrierEventRow,
  type CarrierEventState,
  type SaidField,
} from '#contract/carrier-events/carrier-event-rows.ts'
import type { CarrierMilestone } from '#contract/carrier-events/carrier-milestones.ts'
import { MILESTONE_LABELS } from '#contract/reference/milestones.ts'

/** Milestones as staff read them, those of carriers alone too. */
export const CARRIER_MILESTONE_LABELS: Record<CarrierMilestone, string> = {
  ...MILESTONE_LABELS,
  'empty-out': 'Empty container out',
  'gate-in': 'Gate in at the port of loading',
  'out-for-delivery': 'Gate out, laden',
  'rail-loaded': 'Loaded on rail',
  'rail-departed': 'Departed by rail',
  'rail-arrived': 'Arrived by rail',
  'rail-unloaded': 'Unloaded from rail',
  'empty-returned': 'Empty returned',
  etd: 'Departure',
  eta: 'Arrival at the port of discharge',
}

/** 'Discharged', 'Arrival at the port of discharge, expected'; the code of what means nothing to us. */
export function eventWords({
  milestone,
  code,
  classifier,
}: Pick<CarrierEventRow, 'milestone' | 'code' | 'classifier'>) {
  const label = milestone === null ? code : CARRIER_MILESTONE_LABELS[milestone]
  return classifier === 'act' ? label : `${label}, ${classifier === 'est' ? 'expected' : 'planned'}`
}

/** Fields as the line of a sailing names them. */
export const FIELD_NAMES: Record<SaidField, string> = {
  ...{ etd: 'ETD', portEta: 'ETA', atd: 'ATD', portAta: 'ATA' },
  ...{ dischargedAt: 'Discharged', availableAt: 'Available', gatedOutAt: 'Gate out', returnedAt: 'Empty returned' },
}

const LOOKS = {
  applied: { tone: 'good', icon: IconCircleCheck },
  proposed: { tone: 'warn', icon: IconArrowsExchange },
  ignored: { tone: 'neutral', icon: IconBan },
  superseded: { tone: 'neutral', icon: IconStack2 },
  unmatched: { tone: 'warn', icon: IconHelpCircle },
} as const

export const stateLook = (state: CarrierEventState) => ({
  ...LOOKS[state],
  children: CARRIER_EVENT_STATE_LABELS[state],
})

/** Whether a person may take the carrier's word: what is expected is changed by Change dates, with the clients. */
export const mayApply = ({ state, classifier, reason }: Pick<CarrierEventRow, 'state' | 'classifier' | 'reason'>) =>
  state === 'proposed' && classifier === 'act' && (reason === 'We say otherwise' || reason === 'We have no date')
