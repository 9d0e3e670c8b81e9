/** The portfolio map: every product as a tile, and the sentences that say why it looks so. */
export const map = {
  about:
    'A tile is a product. Its colour and first words are its worst unresolved signal, the size of its bar the clicks of the last {days} full days or the installs, the arrow the change against the {days} days before, and the flag overdue work.',
  compare: 'Compare {product}, {direction}',
  overdueMark: 'overdue',
  asTable: 'The map as a table',
  productsOfMap: 'Products of the map',
  worstSignal: 'Worst unresolved signal',
  unresolved: 'Unresolved',
  clicks: 'Clicks, {days, plural, one {# day} other {# days}}',
  change: 'Change',
  installs: 'Installs',
  overdue: 'Overdue',
  isNew: 'new',
  steady: '±0%',
  more: '+{percent, number}%',
  fewer: '−{percent, number}%',
  changeNew: 'none in the {days} days before',
  changeSteady: 'as many as in the {days} days before',
  changeMore: '{percent, number}% more than in the {days} days before',
  changeFewer: '{percent, number}% fewer than in the {days} days before',
  state:
    '{severity, select, critical {Critical} high {High} medium {Medium} other {Low}} {type, select, problem {problem} risk {risk} other {growth point}}',
  noOpenSignal: 'No open signal',
  noUnresolvedSignal: 'No unresolved signal.',
  worst: '{state}: “{title}”.',
  worstOfSeveral:
    '{state}: “{title}”, one of {count, plural, one {# unresolved signal} other {# unresolved signals}}.',
  overdueTasks: '{count, plural, one {# overdue task} other {# overdue tasks}}',
  overdueReviews: '{count, plural, one {# overdue decision review} other {# overdue decision reviews}}',
  overdueTasksAndReviews:
    '{tasks, plural, one {# overdue task} other {# overdue tasks}} and {reviews, plural, one {# overdue decision review} other {# overdue decision reviews}}',
  sentence: '{text}.',
  clicksIn: '{count, plural, one {# click} other {# clicks}} in {days} days, {change}.',
  installsKnown: '{bands} installs.',
  nothingKnown: 'No clicks or installs are known.',
} as const
