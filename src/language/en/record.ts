/** The page of a record: its buttons, its fields and the lists that belong to it. */
export const record = {
  edit: 'Edit',
  editField: 'Edit {field}',
  withdraw: 'Withdraw',
  actionTitle: '{action}: {title}',
  actionQuestion: '{action} the record as it is now?',
  notPossible: '{action} is not possible in the current state of the record.',
  toRecord: 'Go to the record',
  onThisPage: 'On this page',
  all: 'All',
  allCounted: 'All {total, number}',
  new: 'New',
  newOf: '{record}',
  nothingRefers: 'No other record refers to it.',
  refer: 'These records refer to it: {records}.',
} as const
