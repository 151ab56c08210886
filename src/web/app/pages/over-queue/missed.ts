/** Why an order of the queue rolls: its rule says so. */
export const MISSED = 'Missed the cut-off'
