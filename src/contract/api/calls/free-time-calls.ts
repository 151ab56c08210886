import { type Call, own } from '#contract/api/call.ts'

const order = 'request/booking/{id}'

/** The calls about free time and releases. */
export const FREE_TIME_CALLS: Record<string, Call> = {
  [`GET ${order}/free-times`]: own(
    'listFreeTimesOfOrder',
    'List the clocks of an order',
    'The storage of an LCL order, or those of the containers of an FCL order.',
  ),
  [`PUT ${order}/free-times`]: own(
    'changeFreeTimesOfOrder',
    'Change the clocks of an order',
    'Each is found by its container and clock. Days or a day by hand keep a clock from following its rule, until byHand is false.',
  ),
  [`GET ${order}/possible-charges`]: own(
    'getPossibleCharges',
    'Read what the clocks of an order cost up to a day',
    'Clocks whose rules do not tell are left out.',
  ),
  'GET sailing/{id}/free-times': own(
    'listFreeTimesOfSailing',
    'List the clocks of a sailing',
    'Those of its containers and of its FCL orders, and the storage of its LCL orders; with containerId, only those of that container.',
  ),
  'PUT container/{id}/free-times': own(
    'changeFreeTimesOfContainer',
    'Change the clocks of a container',
    'Or of several containers of its sailing at once, named by containerIds.',
  ),
  [`GET ${order}/release`]: own('getRelease', 'Read the release of an order', 'It is there for every order.'),
  [`PUT ${order}/release`]: own('changeRelease', 'Change the release of an order', 'Omitted fields stay unchanged.'),
  [`POST ${order}/release/complete`]: own(
    'completeRelease',
    'Release an order',
    'If something is missing, 409 names it, unless a reason is given, which is kept.',
  ),
  'GET arrivals': own(
    'listArrivals',
    'List what is at the destination',
    'Containers of arrived sailings and of FCL orders that are not back, and LCL orders that have arrived and are not delivered: the first last free day first, unknown ones last.',
  ),
  'GET arrivals/export': own('exportArrivals', 'Export the list of arrivals'),
}
