/** The review of what agents and bots wrote. */
export const review = {
  about:
    'What agents and bots wrote in the last {days, plural, one {# day} other {# days}} and you have not accepted yet, the risky changes first.',
  nothing: 'Nothing to review.',
  nothingOfGroup: 'Nothing of this group is left to review.',
  risky: 'Risky changes: {count, number}',
  others: 'Other changes: {count, number}',
  onlyNewest: 'Only the newest {count, number} of them are included.',
  moreGroups:
    '{count, plural, one {# more group follows} other {# more groups follow}} once these are reviewed.',
  partBy: '<product>{name}</product><light> by </light>{author}',
  withoutProduct: 'Without a product',
  show: 'Show {records}',
  select: 'Select: {records} by {author}',
  selectOfProduct: 'Select: {records} of {product} by {author}',
  newestOf: 'The newest {shown} of {count, number}.',
  selectChange: 'Select this change',
  accept: 'Accept',
  selectAll: 'Select all: {count, plural, one {# change} other {# changes}}',
  tickChanges: 'Tick the changes to accept or revert.',
  chooseAction: 'Choose Accept or Revert.',
  accepted: '{count, plural, one {# change} other {# changes}} accepted.',
  reverted: '{count, plural, one {# change} other {# changes}} reverted.',
  revertTitle: 'Revert {count, plural, one {# change} other {# changes}}',
  revertQuestion:
    'Each field gets its earlier value again, and what was created is withdrawn. Revert {count, plural, one {it} other {them}}?',
  whatIsReverted: 'What is reverted',
  andMore: 'And {count, plural, one {# change} other {# changes}} more.',
  refused: 'These changes were not reverted:',
  refusedItem: '{record}: {reason}',
} as const
