/** The columns of the list of clients. */
export const CLIENT_COLUMN_TITLES = {
  id: 'Id',
  username: 'Name',
  companyName: 'Company name',
  email: 'Mail',
  phone: 'Phone',
} as const
export type ClientColumn = keyof typeof CLIENT_COLUMN_TITLES
