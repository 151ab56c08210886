import type { ArticleText } from './build-blog.ts'

/** What the forwarder has to tell; the last one is not published yet. */
export const NEWS: readonly ArticleText[] = [
  {
    title: 'Weekly consolidation from Qingdao to Vancouver and Toronto',
    metaDescription: 'A fixed weekly LCL sailing from our Qingdao Qianwan depot, with rail to Toronto behind it.',
    picture: { scene: 'vessel', light: 'dawn' },
    daysAgo: 6,
    content: `<p>From this month on we load a container of our own in Qingdao every week. Until now cargo from Shandong went by truck to Shanghai and waited there for the next box; that cost three to four days and a second handling.</p>
<p>The cargo cut-off at the Qianwan depot is <strong>Wednesday at 16:00</strong>, documents are due a day earlier at noon. The vessel leaves at the weekend, reaches Vancouver about eighteen days later, and the rail cars for Toronto are loaded within two days of arrival.</p>
<h2>What changes for you</h2>
<p>Choose <em>Qingdao Qianwan CFS</em> as the depot when your supplier drops the cargo off. Rates are those of tier 2 and appear in the instant quote. Bookings that were made via Shanghai stay as they are; if you want yours moved to Qingdao, answer the mail with your booking confirmation and we see to the rest.</p>
<p>Suppliers in Weifang, Yantai and Linyi can deliver themselves. A pick-up there is arranged by hand for now: please send a quote request.</p>`,
  },
  {
    title: 'Cargo insurance is now part of the instant quote',
    metaDescription: 'Tick one box and see the premium at once: 110% of the landed value, from 35 dollars.',
    picture: { scene: 'desk', light: 'day' },
    daysAgo: 19,
    content: `<p>Until now insurance was a matter of three mails and a form. From today it is one tick in the calculator: give the value of the goods in US dollars, and the premium stands in the result with the formula that leads to it.</p>
<p>We insure 110% of the goods' value together with freight and on-carriage, which is what most buyers' contracts ask for. The tenth on top stands for the work a loss makes and the profit that does not come. The premium itself is inside the insured sum.</p>
<p>The smallest premium is 35 dollars, which covers goods of about nine thousand dollars. Cover begins at the supplier's door with pick-up, at the depot with all other terms, and ends with the signature at the destination.</p>
<p>What is not covered stands on our page about cargo insurance. The short version: bad packing, delay, and cargo that was left out of the packing list.</p>`,
  },
  {
    title: 'Follow a shipment with nothing but its code',
    metaDescription:
      'Every booking has a code of four letters and eight digits. It is all that anyone needs to follow it.',
    picture: { scene: 'harbour', light: 'day' },
    daysAgo: 33,
    content: `<p>Every booking carries a tracking code such as <strong>QHTW 4417 2093</strong>. Type it into the search box on our main page, with or without spaces, and you see where the shipment is, when it left and when it should arrive.</p>
<p>The page needs no login, so you can pass the code on to your warehouse or to your customer. It shows the status, origin, destination and dates. It does not show names, addresses, values or prices; those stay in your account.</p>
<p>Dates change. A vessel that waits two days off Los Angeles moves everything behind it, and the page says so as soon as the carrier does. If a date matters to you, look again a week before arrival, when port and rail have both confirmed.</p>
<p>Lost the code? It stands in the subject of every mail we send on a shipment.</p>`,
  },
  {
    title: 'Plan early for the factory holidays',
    metaDescription:
      'Factories close, trucks stand still and space is short before every long holiday at origin. What to do when.',
    picture: { scene: 'yard', light: 'dusk' },
    daysAgo: 52,
    content: `<p>Twice a year most factories in southern China close for a week or more, and everybody wants to ship before the doors shut. In the last ten days trucks cost more, depots are full, and carriers roll cargo to the next sailing.</p>
<h2>A calendar that works</h2>
<ul>
<li><strong>Eight weeks before:</strong> agree on the ready date with the supplier and write it on the purchase order.</li>
<li><strong>Five weeks before:</strong> book. Space is given in the order of bookings, and a booking can be changed free of charge until the cut-off.</li>
<li><strong>Three weeks before:</strong> have the goods inspected. A failed inspection in the last week cannot be mended in time.</li>
<li><strong>Two weeks before:</strong> cargo at the depot. After that we promise nothing.</li>
</ul>
<p>Count on quiet weeks afterwards too. Workers come back over ten days, and what was promised for the first week usually leaves in the third.</p>
<p>If your goods will not make it, tell us early. Splitting an order, with the most urgent cartons going first, is cheap as long as nothing has been loaded.</p>`,
  },
  {
    title: 'Rail to Chicago, Dallas and Toronto: what to expect this season',
    metaDescription: 'Days by rail from the west coast, where they are lost, and how we plan for it.',
    picture: { scene: 'railway', light: 'dawn' },
    daysAgo: 78,
    content: `<p>Cargo for the middle of the continent lands on the west coast and goes on by rail. In a good week a box is on a train two days after the vessel has berthed. In a bad one it stands in the yard for six, and no one at the port can say more than that it is in the queue.</p>
<p>Our delivery times count six days by rail to Chicago and seven from Vancouver to Toronto, plus the days for unloading and clearance. Over the last year four of five shipments kept to that. The fifth was late by three to five days, mostly in the cold months, when trains run shorter.</p>
<p>What helps is paper. A container whose customs entry is filed <em>before</em> the vessel arrives can go on the first train; one that waits for an invoice misses it, and the next slot may be days away. Please send invoice and packing list with the cargo, not after it.</p>
<p>For goods that must be on the shelf on a given day, plan a week of slack, or ask us for a truck from Los Angeles. It costs about twice as much for small lots and saves three days to Dallas.</p>`,
  },
  {
    title: 'New scales at the Yantian depot',
    metaDescription:
      'Every carton is now measured by laser and weighed on arrival, and you get the figures with photos.',
    picture: { scene: 'warehouse', light: 'day' },
    daysAgo: 104,
    content: `<p>Our depot in Yantian now measures by laser. A pallet passes the frame once, and volume and weight stand in the booking a minute later, with photos from two sides.</p>
<p>Why it matters: packing lists are off by eight percent on average, in both directions. A volume that is too small means a bill you did not expect; one that is too large means that you have paid for air. From now on we charge what the frame says, whichever side that favours.</p>
<p>If the figure differs from the booking by more than a tenth of a cubic metre, you get a mail with the photos before the container is closed. You then have half a day to say stop, for example because a carton belongs to another order.</p>
<p>Ningbo and Shanghai follow in the coming months.</p>`,
  },
  {
    title: 'A depot in Ho Chi Minh City: what we are planning',
    metaDescription: 'Draft. Not for publication before the contract is signed.',
    picture: { scene: 'harbour', light: 'fog' },
    daysAgo: 2,
    hidden: true,
    content: `<p>More and more of our clients buy in Vietnam as well. So far we serve them with whole containers only. We are talking to two warehouses near Cat Lai about a consolidation of our own, every second week at first.</p>
<p>The sailing to Los Angeles takes about twenty-one days. Rates would be those of tier 3 to begin with.</p>
<p>To be added before publication: the name of the depot, the first cut-off, and who answers questions.</p>`,
  },
]
