export interface Client {
  person: string
  company: string
  address: string
  email: string
  phone: string
  businessNumber: string
  country: 'CA' | 'US'
}

const COMPANIES: readonly (readonly [person: string, company: string, address: string, area: string])[] = [
  ['Emily Carter', 'Northlight Home Goods Ltd.', '1280 Railway St, Vancouver, BC V6A 3X9', '604'],
  ['Arjun Mehta', 'Maple & Mesa Trading', '410 Adelaide St W, Toronto, ON M5V 1S8', '416'],
  ['Sofia Lindqvist', 'Fjord Kitchen Supply', '2200 1st Ave S, Seattle, WA 98134', '206'],
  ['Daniel Okafor', 'Okafor Brothers Imports', '915 W Cermak Rd, Chicago, IL 60608', '312'],
  ['Chloé Bergeron', 'Maison Bergeron Inc.', '5600 rue Hochelaga, Montréal, QC H1N 3L7', '514'],
  ['Maria Santos', 'Sunrise Pet Co.', '730 E 15th St, Los Angeles, CA 90021', '213'],
  ['Kenji Tanaka', 'Blue Heron Outdoors', '1605 NW Sammamish Rd, Issaquah, WA 98027', '425'],
  ['Rachel Goldberg', 'Little Acorn Toys', '88 35th St, Brooklyn, NY 11232', '718'],
  ['Liam O’Connor', 'Cedar & Slate Furniture', '640 Hornby Island Way, Victoria, BC V8T 4M2', '250'],
  ['Fatima Al-Rashid', 'Oasis Bath & Body', '4100 Harry Hines Blvd, Dallas, TX 75219', '214'],
  ['Noah Friesen', 'Prairie Cycle Works', '1139 Sherwin Rd, Winnipeg, MB R3H 0V1', '204'],
  ['Grace Kim', 'Seoulful Stationery', '3030 W Olympic Blvd, Los Angeles, CA 90006', '323'],
  ['Thomas Weber', 'Weber Tool Supply', '2900 N Elston Ave, Chicago, IL 60618', '773'],
  ['Amara Diallo', 'Teranga Textiles', '215 Spadina Ave, Toronto, ON M5T 2C7', '647'],
  ['Olivia Tremblay', 'Boréal Lighting', '1010 boul. Charest O, Québec, QC G1N 2C9', '418'],
  ['Marcus Johnson', 'Peachtree Fitness', '1230 Chattahoochee Ave NW, Atlanta, GA 30318', '404'],
  ['Hannah Nguyen', 'Lotus & Pine', '7500 Bellaire Blvd, Houston, TX 77036', '713'],
  ['Peter van Dijk', 'Low Tide Trading Co.', '300 Terminal Ave, Vancouver, BC V6A 2L7', '778'],
  ['Isabella Rossi', 'Casa Rossi Ceramics', '45 Fairmount Ave, Philadelphia, PA 19123', '215'],
  ['Jack Morrison', 'Ironbark Garage', '1901 S 19th Ave, Phoenix, AZ 85009', '602'],
  ['Priscilla Ward', 'Ward & Daughters Baking', '501 Woodward Ave, Milton, ON L9T 3W5', '905'],
  ['Hassan Farouk', 'Nile Home Décor', '2340 Dundas St W, Mississauga, ON L5K 1R5', '289'],
  ['Yara Haddad', 'Cedarline Gifts', '150 Rose Orchard Way, San Jose, CA 95134', '408'],
  ['Benjamin Clarke', 'Harbour Light Candles', '61 Upper Water St, Halifax, NS B3J 1S2', '902'],
  ['Ingrid Halvorsen', 'Nordkapp Outdoor', '810 SE Belmont St, Portland, OR 97214', '503'],
  ['Carlos Rivera', 'Rivera Audio', '8200 NW 41st St, Doral, FL 33166', '305'],
  ['Mei-Ling Chow', 'Jade Harbour Foods', '13988 Cambie Rd, Richmond, BC V6V 2K4', '236'],
  ['Samuel Adeyemi', 'Brightside Schoolware', '2800 Skymark Ave, Mississauga, ON L4W 5A6', '437'],
  ['Victoria Blackwood', 'Blackwood & Finch', '400 Meeting St, Charleston, SC 29403', '843'],
  ['Ethan Schwartz', 'Everyday Carry Supply', '1701 Market St, Denver, CO 80202', '303'],
  ['Leila Karimi', 'Saffron Road Linens', '9251 Yonge St, Richmond Hill, ON L4C 9T3', '365'],
  ['George Papadakis', 'Aegean Cookware', '31-10 Broadway, Astoria, NY 11106', '347'],
  ['Anika Sharma', 'Monsoon Yoga', '1440 Broadway, Oakland, CA 94612', '510'],
  ['Dylan Fraser', 'Foothills Hardware', '4216 12 St NE, Calgary, AB T2E 6K9', '403'],
  ['Natalia Kowalczyk', 'Amber Coast Baby', '3620 N Pulaski Rd, Chicago, IL 60641', '872'],
  ['Robert Begay', 'Red Mesa Camping', '2120 E Route 66, Flagstaff, AZ 86004', '928'],
  ['Camille Dubois', 'Petit Quai Boutique', '280 rue Saint-Paul, Gatineau, QC J8X 2L1', '819'],
  ['Michael Tan', 'Straits Electronics', '10 Viking Way, Edmonton, AB T6B 3P2', '780'],
  ['Abigail Turner', 'Turner Family Games', '912 Main St, Nashville, TN 37206', '615'],
  ['Omar Siddiqui', 'Crescent Tableware', '14100 SW Fwy, Sugar Land, TX 77478', '281'],
]

const PROVINCES = /, (AB|BC|MB|NB|NS|ON|QC|SK) /

/** The demo's clients, invented; the first has the published login. */
export const CLIENTS: readonly Client[] = COMPANIES.map(([person, company, address, area], at) => {
  const canadian = PROVINCES.test(address)
  return {
    person,
    company,
    address,
    email:
      at === 0
        ? 'client@quayside.example'
        : `${plain(person).split('.')[0]}@${plain(company).replace(/\./g, '-')}.example`,
    phone: `1${area}55501${String(10 + at)}`,
    businessNumber: canadian ? `${String(100_234_567 + at * 7_531_913)}RT0001` : '',
    country: canadian ? 'CA' : 'US',
  }
})

/** Lower-case ASCII words with dots between them, for addresses. */
export function plain(text: string): string {
  const ascii = text.normalize('NFD').replace(/[^\w\s&-]/g, '')
  return (
    ascii
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('.') ?? ''
  )
}
