/** How decisions turned out, by type and by owner. */
export const outcomes = {
  about:
    'How decisions turned out, as people judged them, and those whose verdict is due: the day by which a result was expected has passed.',
  none: 'No decision was judged yet, and no verdict is due. Say in a <decisions>decision</decisions> what you expect and by when, and judge its outcome after that day.',
  byType: 'By type',
  byOwner: 'By owner',
  byTypeTable: 'Outcomes by type',
  byOwnerTable: 'Outcomes by owner',
  judged: 'Judged',
  shareOfOutcomes: 'Share of each outcome',
  metPercent: 'Met, %',
  due: 'Due',
} as const
