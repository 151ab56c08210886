import type { ArticleText } from './build-blog.ts'

/** What a client can look up; the last one is not published yet. */
export const RESOURCES: readonly ArticleText[] = [
  {
    title: 'LCL or FCL: where the line runs',
    metaDescription:
      'From about fourteen cubic metres on a container of your own may cost less. How to tell, in five minutes.',
    picture: { scene: 'yard', light: 'day' },
    daysAgo: 21,
    content: `<p>With <strong>LCL</strong> (less than a container load) you pay for the room your goods take in a box that you share. With <strong>FCL</strong> you pay for the whole box, full or not. Small lots are cheaper shared, large ones alone, and in between it depends.</p>
<p>A 20 foot container holds about 28 cubic metres of cartons, a 40 foot high cube about 66. The price of LCL grows with every cubic metre; that of a container does not. The two lines usually cross between 13 and 16 cubic metres, which is why our instant quote ends at 16.</p>
<h2>Four questions beyond the price</h2>
<ul>
<li><strong>Is it urgent?</strong> A container of your own is not opened on the way: three to five days less.</li>
<li><strong>Is it fragile?</strong> Shared cargo is handled four times more.</li>
<li><strong>Can the door take it?</strong> A whole container needs a dock or a crew for two hours.</li>
<li><strong>Does it all go to one place?</strong> If not, LCL sorts it on the way.</li>
</ul>
<p>When in doubt ask for both. Send a quote request with the volume, and we answer with the two prices side by side.</p>`,
  },
  {
    title: 'The revenue ton, explained with three cartons',
    metaDescription: 'Why heavy cargo is charged by weight, light cargo by volume, and very small cargo by neither.',
    picture: { scene: 'warehouse', light: 'dawn' },
    daysAgo: 47,
    content: `<p>Sea freight is charged by the <strong>revenue ton</strong>: the greater of cubic metres and metric tons, and never less than one. It sounds like a trick and is plain fairness: a ship can be full or heavy, and whoever uses up more of either pays for it.</p>
<p><strong>Pillows.</strong> Three cubic metres, 200 kg. Three is more than 0.2, so you pay for three.</p>
<p><strong>Tools.</strong> Two cubic metres, 3 400 kg. The weight is 3.4 tons, so you pay for 3.4, at the rate per ton.</p>
<p><strong>Samples.</strong> Two cartons, 0.1 cubic metres, 25 kg. Both are below one, so you pay for one. This is why small samples are better sent by courier, or packed in with a larger order.</p>
<p>On the road the scale is another one. Trucks reach their weight limit sooner than ships, so on-carriage counts a cubic metre for every 363 kg. Goods that were charged by volume at sea may be charged by weight on the last mile.</p>
<p>The calculator shows every one of these lines with its numbers filled in.</p>`,
  },
  {
    title: 'Preparing a shipment for Amazon FBA',
    metaDescription: 'Labels, pallets, appointments and the two numbers we need from your seller account.',
    picture: { scene: 'road', light: 'day' },
    daysAgo: 66,
    content: `<p>Fulfilment centres are strict and busy. What arrives without labels or without an appointment is turned away at the gate, and the second trip is yours to pay. Most trouble is avoided at the factory.</p>
<ol>
<li><strong>Create the shipment</strong> in your seller account before the goods are packed, so that the labels can be printed there.</li>
<li><strong>Label every carton</strong> with its own box label, on a side, not across an edge. Two labels on a carton are worse than none.</li>
<li><strong>Keep cartons below 22 kg</strong> and under 63 cm on each side, unless the item itself is larger.</li>
<li><strong>Tell us two numbers:</strong> the <em>Shipment ID</em> and the <em>Amazon Ref ID</em>. The appointment is booked with both.</li>
</ol>
<p>At the destination we put the cartons on pallets of 48 × 40 inches, up to 72 inches high, wrap them and book the slot. It is usually given for three to five days later; in the busy season it may be ten.</p>
<p>Please leave the shipment open in your account until you get our mail that it is delivered. Amazon checks in for up to two weeks after that, and cartons that seem to be missing mostly turn up in that time.</p>`,
  },
  {
    title: 'Who pays for what: four trade terms',
    metaDescription: 'Pick-up, drop-off, FOB and all others, and what each means for your bill.',
    picture: { scene: 'harbour', light: 'dusk' },
    daysAgo: 95,
    content: `<p>The trade terms say where the supplier's part ends and yours begins. They belong on the purchase order; changing them when the goods are ready is expensive.</p>
<p><strong>Pick-up from the supplier.</strong> We collect at the factory. You pay the truck, the depot and everything behind it. The easiest way if you want one price from door to door, and the one with the least to agree on.</p>
<p><strong>Drop-off by the supplier.</strong> The supplier brings the cargo to our depot. You pay the depot and everything behind it.</p>
<p><strong>FOB: the supplier pays all origin fees.</strong> Truck, depot and export customs are on the supplier's bill, and so are in your unit price. You pay from the port of loading on. Compare: a low freight quote and a higher price per piece may be the same money.</p>
<p><strong>Other.</strong> Whatever fits none of these, such as goods that come in transit from a third country. We calculate it like a drop-off.</p>
<p>Whichever you choose, write the place beside it: <em>FOB Ningbo</em> says something, FOB alone does not.</p>`,
  },
  {
    title: 'The papers customs wants to see',
    metaDescription:
      'Invoice, packing list, bill of lading and what else: who makes each, when it is due, what goes wrong.',
    picture: { scene: 'desk', light: 'fog' },
    daysAgo: 131,
    content: `<p>A shipment is held up by paper far more often than by weather. Three documents go with every one.</p>
<p>The <strong>commercial invoice</strong> is made by the supplier. It names seller and buyer, every item with its quantity, price and country of origin, the currency and the trade terms. "Gifts" and "samples, no value" are not descriptions; they lead to an exam.</p>
<p>The <strong>packing list</strong> says what is in which carton, with gross and net weights and measures. It must agree with the invoice in every quantity. If three cartons were added at the last minute, both papers change.</p>
<p>The <strong>bill of lading</strong> is ours. You get a draft before departure: check names and addresses to the letter, since a correction after sailing costs a fee and a day.</p>
<h2>Now and then</h2>
<ul>
<li>Test reports for toys, and for whatever touches food or plugs into the wall</li>
<li>A declaration for batteries, with their number and watt-hours</li>
<li>A treatment certificate for wooden packing, unless the marks of ISPM 15 are on it</li>
</ul>
<p>In Canada you also need a business number with an import account. If you have none yet, we help you get it; it takes about a week.</p>`,
  },
  {
    title: 'What cargo insurance covers, and what it does not',
    metaDescription:
      'Carriers pay little and late. What a policy adds, how the premium comes about, and how to make a claim.',
    picture: { scene: 'vessel', light: 'dusk' },
    daysAgo: 168,
    content: `<p>By law a carrier owes you about two dollars per kilogram, and only if the fault is its own. For goods worth more than that, and for storms and fires that are nobody's fault, there is insurance.</p>
<p>Ours is against all risks: loss, theft, breakage, water, fire, and your share in a general average, which is what every owner of cargo pays when a ship has to be saved. The insured sum is 110% of the value with freight and on-carriage.</p>
<p><strong>Not covered:</strong> packing that was too weak, delay and its costs, rust and mould without water from outside, and goods that were not on the packing list.</p>
<h2>When something has happened</h2>
<ol>
<li>Take photos before you unpack, and write the damage on the delivery receipt.</li>
<li>Tell us within three days of delivery, or seven if the damage did not show.</li>
<li>Keep goods and packing until the surveyor has said yes or no.</li>
</ol>
<p>A claim with photos, invoice and receipt is paid within thirty days as a rule. One without a note on the receipt is hard to win.</p>`,
  },
  {
    title: 'Glossary of freight terms',
    metaDescription: 'Draft: the words that stand in our mails, from arrival notice to voyage.',
    picture: { scene: 'railway', light: 'day' },
    daysAgo: 11,
    hidden: true,
    content: `<p><strong>Arrival notice:</strong> the mail that says the vessel is at the port, and what is still missing.</p>
<p><strong>CFS:</strong> container freight station, the warehouse where shared containers are packed and unpacked.</p>
<p><strong>Cut-off:</strong> the last moment for cargo or documents to make a sailing.</p>
<p><strong>Demurrage:</strong> what the port charges when a container stays longer than its free days.</p>
<p>To be added: on-carriage, pre-carriage, revenue ton, telex release, voyage.</p>`,
  },
]
