/** Addresses that get copies of order mails; one is switched off. */
export const MAIL_ADDRESSES = [
  { name: 'Operations', email: 'operations@quayside.example', send: true },
  { name: 'Import desk', email: 'import.desk@quayside.example', send: true },
  { name: 'Archive', email: 'archive@quayside.example', send: false },
] as const
export const COPIES = MAIL_ADDRESSES.filter(({ send }) => send)
