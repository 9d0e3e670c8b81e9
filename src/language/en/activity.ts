/** The activity: the changes of all records. */
export const activity = {
  about: 'The changes of all records, by people, agents, keys, bots and commands.',
  noMatch: 'No change matches these filters.',
  correctFilters: 'Correct the filters.',
  pages: 'Pages',
  everyone: 'Everyone',
  people: 'People',
  agents: 'Agents',
  bots: 'Bots',
  lastHour: 'Last hour',
  who: 'Who',
  record: 'Record',
  together: 'Together',
  requestExpired: 'The request of this change is no longer in the request log.',
} as const
