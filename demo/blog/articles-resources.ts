import type { ArticleText } from './article-text.ts'

/** Guides for clients; the last article is an unpublished draft. */
export const RESOURCES: readonly ArticleText[] = [
  {
    title: 'LCL or FCL: where the line runs',
    metaDescription:
      'From about fourteen cubic metres, a container of your own may cost less. How to tell, in five minutes.',
    picture: { scene: 'yard', light: 'day' },
    daysAgo: 21,
    content: `<p>With <strong>LCL</strong> (less than a container load) you pay for the space your goods take up in a shared box. With <strong>FCL</strong> (full container load) you pay for the whole box, full or not. Small lots are cheaper shared, large ones alone, and in between it depends.</p>
<p>A 20 foot container holds about 28 cubic metres of cartons, a 40 foot high cube about 66. The price of LCL rises with every cubic metre; the price of a container does not. The two lines usually cross between 13 and 16 cubic metres, which is why our instant quote ends at 16.</p>
<h2>Four questions beyond the price</h2>
<ul>
<li><strong>Is it urgent?</strong> Your own container is not opened on the way, which saves three to five days.</li>
<li><strong>Is it fragile?</strong> Shared cargo is handled four more times.</li>
<li><strong>Can you unload it?</strong> A full container needs a loading dock, or a crew for two hours.</li>
<li><strong>Does it all go to one place?</strong> If not, LCL lets us sort it on the way.</li>
</ul>
<p>If in doubt, ask for both. Send a quote request with the volume, and we will send you the two prices side by side.</p>`,
  },
  {
    title: 'The revenue ton, explained with three cartons',
    metaDescription: 'Why heavy cargo is charged by weight, light cargo by volume, and very small cargo by neither.',
    picture: { scene: 'warehouse', light: 'dawn' },
    daysAgo: 47,
    content: `<p>Sea freight is charged by the <strong>revenue ton</strong>: the greater of cubic metres and metric tons, and never less than one. That is only fair: a ship can run out of space or of capacity, and you pay for whichever you use more of.</p>
<p><strong>Pillows.</strong> Three cubic metres, 200 kg. Three is more than 0.2, so you pay for three.</p>
<p><strong>Tools.</strong> Two cubic metres, 3,400 kg. The weight is 3.4 tons, so you pay for 3.4, at the rate per ton.</p>
<p><strong>Samples.</strong> Two cartons, 0.1 cubic metres, 25 kg. Both are below one, so you pay for one. Small samples are better sent by courier, or packed with a larger order.</p>
<p>On the road, a different scale applies. Trucks reach their weight limit sooner than ships, so on-carriage counts every 363 kg as a cubic metre. Goods charged by volume at sea may be charged by weight on the last mile.</p>
<p>The calculator shows each of these lines with your numbers filled in.</p>`,
  },
  {
    title: 'Preparing a shipment for Amazon FBA',
    metaDescription: 'Labels, pallets, appointments and the two numbers we need from your seller account.',
    picture: { scene: 'road', light: 'day' },
    daysAgo: 66,
    content: `<p>Fulfilment centres are strict and busy. Cargo without labels or an appointment is turned away at the gate, and you pay for the second trip. Most problems can be avoided at the factory.</p>
<ol>
<li><strong>Create the shipment</strong> in your seller account before the goods are packed, so that the labels can be printed there.</li>
<li><strong>Label every carton</strong> with its own box label, on a flat side, not across an edge. Two labels on one carton are worse than none.</li>
<li><strong>Keep cartons below 22 kg</strong> and under 63 cm on each side, unless the item itself is larger.</li>
<li><strong>Tell us two numbers:</strong> the <em>Shipment ID</em> and the <em>Amazon Ref ID</em>. We need both to book the appointment.</li>
</ol>
<p>At the destination, we stack the cartons on pallets of 48 × 40 inches, up to 72 inches high, wrap them and book the slot. The wait is usually three to five days; in peak season it may be ten.</p>
<p>Please keep the shipment open in your account until our mail tells you it has been delivered. Amazon may take two more weeks to check it in, and most cartons that seem to be missing turn up in that time.</p>`,
  },
  {
    title: 'Who pays for what: four trade terms',
    metaDescription: 'Pick-up, drop-off, FOB and the rest, and what each means for your bill.',
    picture: { scene: 'harbour', light: 'dusk' },
    daysAgo: 95,
    content: `<p>Trade terms define where the supplier's part ends and yours begins. Put them on the purchase order; changing them when the goods are ready is expensive.</p>
<p><strong>Pick-up from the supplier.</strong> We collect at the factory. You pay for the truck, the depot and everything after it. This is the easiest option if you want one price from door to door, and it leaves the least to negotiate.</p>
<p><strong>Drop-off by the supplier.</strong> The supplier brings the cargo to our depot. You pay for the depot and everything after it.</p>
<p><strong>FOB: the supplier pays all origin fees.</strong> Truck, depot and export customs are on the supplier's bill, and so are part of your unit price. You pay from the port of loading. Compare carefully: a lower freight quote with a higher unit price may cost the same.</p>
<p><strong>Other.</strong> Anything that fits none of these, such as goods in transit from a third country. We price it like a drop-off.</p>
<p>Whichever you choose, name the place: <em>FOB Ningbo</em> is clear, FOB alone is not.</p>`,
  },
  {
    title: 'The papers customs wants to see',
    metaDescription:
      'Invoice, packing list, bill of lading and more: who issues each, when it is due, and what goes wrong.',
    picture: { scene: 'desk', light: 'fog' },
    daysAgo: 131,
    content: `<p>Paperwork holds up shipments far more often than weather. Every shipment needs three documents.</p>
<p>The <strong>commercial invoice</strong> is issued by the supplier. It names the seller and the buyer, every item with its quantity, price and country of origin, the currency and the trade terms. "Gifts" and "samples, no value" are not descriptions; they lead to an exam.</p>
<p>The <strong>packing list</strong> says what is in each carton, with gross and net weights and dimensions. Every quantity must match the invoice. If three cartons are added at the last minute, both documents change.</p>
<p>The <strong>bill of lading</strong> comes from us. You get a draft before departure. Check names and addresses letter by letter, since a correction after sailing costs a fee and a day.</p>
<h2>Sometimes required</h2>
<ul>
<li>Test reports for toys, and for anything that touches food or plugs into the wall</li>
<li>A battery declaration, with quantity and watt-hours</li>
<li>A treatment certificate for wooden packing without ISPM 15 marks</li>
</ul>
<p>In Canada, you also need a business number with an import account. If you do not have one yet, we can help you get it; it takes about a week.</p>`,
  },
  {
    title: 'What cargo insurance covers, and what it does not',
    metaDescription:
      'Carriers pay little and late. What a policy adds, how the premium is calculated, and how to make a claim.',
    picture: { scene: 'vessel', light: 'dusk' },
    daysAgo: 168,
    content: `<p>By law, a carrier owes you about two dollars per kilogram, and only if it is at fault. Insurance covers goods worth more than that, and the storms and fires that are no one's fault.</p>
<p>Ours covers all risks: loss, theft, breakage, water, fire, and your share of general average, which every cargo owner pays when a ship has to be saved. The insured amount is 110% of the value including freight and on-carriage.</p>
<p><strong>Not covered:</strong> inadequate packing, delay and its costs, rust and mould without water from outside, and goods that are not on the packing list.</p>
<h2>If something goes wrong</h2>
<ol>
<li>Take photos before you unpack, and note the damage on the delivery receipt.</li>
<li>Tell us within three days of delivery, or seven if the damage was hidden.</li>
<li>Keep the goods and packing until the surveyor has decided.</li>
</ol>
<p>A claim with photos, invoice and receipt is usually paid within thirty days. Without a note on the receipt, it is hard to win.</p>`,
  },
  {
    title: 'Glossary of freight terms',
    metaDescription: 'Draft: the terms in our mails, from arrival notice to voyage.',
    picture: { scene: 'railway', light: 'day' },
    daysAgo: 11,
    hidden: true,
    content: `<p><strong>Arrival notice:</strong> our mail that the vessel is at the port, with a list of what is still missing.</p>
<p><strong>CFS:</strong> container freight station, the warehouse where shared containers are packed and unpacked.</p>
<p><strong>Cut-off:</strong> the last moment for cargo or documents to make a sailing.</p>
<p><strong>Demurrage:</strong> the port's charge for a container that stays beyond its free days.</p>
<p>To add: on-carriage, pre-carriage, revenue ton, telex release, voyage.</p>`,
  },
]
