export const expectation = {
  name: 'Expectation',
  list: 'Expectations',
  count: '{count, plural, one {# expectation} other {# expectations}}',
} as const
