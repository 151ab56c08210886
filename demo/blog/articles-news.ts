import type { ArticleText } from './article-text.ts'

/** News of the forwarder; the last article is an unpublished draft. */
export const NEWS: readonly ArticleText[] = [
  {
    title: 'Weekly consolidation from Qingdao to Vancouver and Toronto',
    metaDescription: 'A fixed weekly LCL sailing from our Qingdao Qianwan depot, with rail to Toronto behind it.',
    picture: { scene: 'vessel', light: 'dawn' },
    daysAgo: 6,
    content: `<p>From this month, we load our own container in Qingdao every week. Until now, cargo from Shandong was trucked to Shanghai and waited there for the next box, which cost three to four days and extra handling.</p>
<p>The cargo cut-off at the Qianwan depot is <strong>Wednesday at 16:00</strong>, and documents are due at noon the day before. The vessel sails at the weekend and reaches Vancouver about eighteen days later. Cargo for Toronto is on a train within two days of arrival.</p>
<h2>What changes for you</h2>
<p>Choose <em>Qingdao Qianwan CFS</em> as the depot when your supplier drops the cargo off. Tier 2 rates apply and appear in the instant quote. Existing bookings via Shanghai stay as they are. To move yours to Qingdao, reply to your booking confirmation and we will take care of the rest.</p>
<p>Suppliers in Weifang, Yantai and Linyi can deliver to the depot themselves. If you need a pick-up there, please send a quote request for now.</p>`,
  },
  {
    title: 'Cargo insurance is now part of the instant quote',
    metaDescription: 'Tick one box and see the premium at once: 110% of the landed value, from US$35.',
    picture: { scene: 'desk', light: 'day' },
    daysAgo: 19,
    content: `<p>Until now, insurance took three mails and a form. From today, it takes one tick in the calculator: enter the value of the goods in US dollars, and the result shows the premium and how it was calculated.</p>
<p>We insure 110% of the goods' value together with freight and on-carriage, which is what most buyers' contracts ask for. The extra ten percent covers the lost profit and the work a loss causes. The premium itself is included in the insured amount.</p>
<p>The minimum premium is US$35, which covers goods worth about US$9,000. Cover begins at the supplier's door with pick-up, at the depot with all other terms, and ends when the consignee signs.</p>
<p>Our page about cargo insurance lists what is not covered. In short: poor packing, delay, and cargo that is not on the packing list.</p>`,
  },
  {
    title: 'Follow a shipment with nothing but its code',
    metaDescription:
      'Every booking has a code of four letters and eight digits. That is all anyone needs to follow it.',
    picture: { scene: 'harbour', light: 'day' },
    daysAgo: 33,
    content: `<p>Every booking carries a tracking code such as <strong>QHTW 4417 2093</strong>. Type it into the search box on our main page, with or without spaces, and you see where the shipment is, when it left and when it should arrive.</p>
<p>The page needs no login, so you can pass the code on to your warehouse or to your customer. It shows the status, origin, destination and dates. It does not show names, addresses, values or prices; those stay in your account.</p>
<p>Dates change. A vessel that waits two days off Los Angeles delays everything after it, and the page shows it as soon as the carrier tells us. If a date matters to you, check again a week before arrival, when port and rail have both confirmed.</p>
<p>Lost the code? It is in the subject of every mail we send about a shipment.</p>`,
  },
  {
    title: 'Plan early for the factory holidays',
    metaDescription:
      'Before every long holiday at origin, factories close, trucks are scarce and space is tight. What to do, and when.',
    picture: { scene: 'yard', light: 'dusk' },
    daysAgo: 52,
    content: `<p>Twice a year most factories in southern China close for a week or more, and everyone wants to ship before the doors shut. In the last ten days, trucks cost more, depots are full, and carriers roll cargo to the next sailing.</p>
<h2>A calendar that works</h2>
<ul>
<li><strong>Eight weeks before:</strong> agree on the ready date with the supplier and write it on the purchase order.</li>
<li><strong>Five weeks before:</strong> book. Space is first come, first served, and you can change a booking free of charge until the cut-off.</li>
<li><strong>Three weeks before:</strong> have the goods inspected. There is no time to put right a failed inspection in the last week.</li>
<li><strong>Two weeks before:</strong> have the cargo at the depot. After that, we cannot promise a sailing.</li>
</ul>
<p>Expect slow weeks afterwards too. Workers return over ten days, and cargo promised for the first week usually leaves in the third.</p>
<p>If your goods will not make it, tell us early. Splitting an order so that the most urgent cartons go first costs little as long as nothing has been loaded.</p>`,
  },
  {
    title: 'Rail to Chicago, Dallas and Toronto: what to expect this season',
    metaDescription: 'How long rail takes from the west coast, where time is lost, and how we plan for it.',
    picture: { scene: 'railway', light: 'dawn' },
    daysAgo: 78,
    content: `<p>Cargo for inland destinations lands on the west coast and continues by rail. In a good week, a box is on a train two days after the vessel berths. In a bad week, it sits in the yard for six, and all the port can tell us is that it is in the queue.</p>
<p>Our delivery times allow six days by rail to Chicago and seven from Vancouver to Toronto, plus unloading and clearance. Over the last year, four out of five shipments arrived on time. The fifth was three to five days late, mostly in the cold months, when trains run shorter.</p>
<p>Paperwork helps. A container whose customs entry is filed <em>before</em> the vessel arrives can take the first train; one that waits for an invoice misses it, and the next slot may be days away. Please send the invoice and packing list with the cargo, not after it.</p>
<p>If goods must be on the shelf by a certain day, allow an extra week, or ask us for a truck from Los Angeles. For small lots it costs about twice as much, and it saves three days to Dallas.</p>`,
  },
  {
    title: 'New scales at the Yantian depot',
    metaDescription:
      'Every carton is now measured by laser and weighed on arrival, and you receive the figures with photos.',
    picture: { scene: 'warehouse', light: 'day' },
    daysAgo: 104,
    content: `<p>Our depot in Yantian now measures by laser. A pallet passes through the frame once, and a minute later the booking shows its volume and weight, with photos from two sides.</p>
<p>Why it matters: packing lists are off by eight percent on average, in both directions. If the volume is too low, you get a bill you did not expect; if it is too high, you pay for air. From now on, we charge what the frame measures, whichever side it favours.</p>
<p>If the figure differs from the booking by more than a tenth of a cubic metre, you get a mail with the photos before the container is closed. You then have half a day to stop the loading, for example if a carton belongs to another order.</p>
<p>Ningbo and Shanghai will follow in the coming months.</p>`,
  },
  {
    title: 'A depot in Ho Chi Minh City: what we are planning',
    metaDescription: 'Draft. Not for publication before the contract is signed.',
    picture: { scene: 'harbour', light: 'fog' },
    daysAgo: 2,
    hidden: true,
    content: `<p>More and more of our clients buy in Vietnam as well. So far, we offer them full containers only. We are talking to two warehouses near Cat Lai about our own consolidation, every other week at first.</p>
<p>The sailing to Los Angeles takes about twenty-one days. Tier 3 rates would apply to begin with.</p>
<p>To add before publication: the name of the depot, the first cut-off, and whom to contact.</p>`,
  },
]
