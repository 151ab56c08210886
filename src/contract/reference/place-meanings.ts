/** Meanings of the properties of places; those of its input are the same. */
const OF_PLACE: Record<string, string> = {
  kind: 'cfs, terminal or rail.',
  address: 'The address.',
  timeZone: 'The time zone of its clocks, an IANA name: days there are those of this zone.',
}

export const PLACES: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(OF_PLACE).flatMap(([name, meaning]) => [
      [`Place.${name}`, meaning],
      [`PlaceInput.${name}`, meaning],
    ]),
  ),
  portCode: 'The code of its port; null for none.',
  country: 'The country, ISO 3166: two letters. By default those with which the code of its port begins.',
  region: 'The state or province, such as CA or BC; empty for none.',
  hours: 'When it is open.',
  firmsCode: 'The FIRMS code by which the customs of the US know it; null for none.',
  subLocationCode: 'The sub-location code by which the customs of Canada know it; null for none.',
  contact: 'Whom to ask there.',
}
