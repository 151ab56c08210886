import { TradeTerms } from '#contract/codes/order-codes.ts'
import { HintType } from '#contract/reference/hints.ts'

interface Hint {
  title: string
  content: string
  type: HintType
  /** Trade terms OTHER mark a general hint. */
  shipmentTradeTerms: TradeTerms
}

/** Hints beside the booking form. */
export const HINTS: readonly Hint[] = [
  {
    title: 'How volume is counted',
    content:
      '<p>Measure the outside of every carton, bulges included, and multiply <strong>length × width × height</strong> in metres. Freight is charged by the revenue ton: the greater of cubic metres and metric tons, at least one.</p>',
    type: HintType.GENERAL,
    shipmentTradeTerms: TradeTerms.OTHER,
  },
  {
    title: 'What we need before the cut-off',
    content:
      '<ul><li>Commercial invoice with the value of every item</li><li>Packing list with gross weights</li><li>For Amazon: Shipment ID and Amazon Ref ID, and a label on every carton</li></ul>',
    type: HintType.GENERAL,
    shipmentTradeTerms: TradeTerms.OTHER,
  },
  {
    title: 'FOB: the supplier pays all origin fees',
    content:
      '<p>The supplier brings the cargo to our depot, clears it for export and pays the depot. You pay from the port of loading. Agree on this with the supplier <em>before</em> you book, and put it on the purchase order.</p>',
    type: HintType.FORM,
    shipmentTradeTerms: TradeTerms.FOB,
  },
  {
    title: 'Drop-off: the supplier brings the cargo',
    content:
      '<p>Choose the depot nearest to the supplier. We send the supplier a booking slip with the address, opening hours and cut-off. Your price includes the depot’s handling.</p>',
    type: HintType.FORM,
    shipmentTradeTerms: TradeTerms.DROP_OFF,
  },
  {
    title: 'Pick-up: we collect from the supplier',
    content:
      '<p>Choose the supplier’s city. We arrange the day with the person in charge, so please check the phone number. Loading time of one hour is included; a second trip costs extra.</p>',
    type: HintType.FORM,
    shipmentTradeTerms: TradeTerms.PICK_UP,
  },
]
