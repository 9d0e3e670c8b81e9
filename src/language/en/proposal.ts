/** What a proposal would do, and who proposed it. */
export const proposal = {
  batch: 'Batch of {count}',
  create:
    'New {kind, select, signal {signal} insight {insight} economics {economics} decision {decision} task {task} canon_rule {canon rule} product {product} app {app} direction {direction} other {record}}',
  change:
    'Change of {kind, select, signal {signal} insight {insight} economics {economics} decision {decision} task {task} canon_rule {canon rule} product {product} app {app} direction {direction} other {record}}',
  retract:
    'Retraction of {kind, select, signal {signal} insight {insight} economics {economics} decision {decision} task {task} canon_rule {canon rule} product {product} app {app} direction {direction} other {record}}',
  restore:
    'Restoration of {kind, select, signal {signal} insight {insight} economics {economics} decision {decision} task {task} canon_rule {canon rule} product {product} app {app} direction {direction} other {record}}',
  stale: 'Stale',
  staleAbout: 'Others have changed what it would change',
  waitForDecision:
    '{count, plural, one {A proposal waits} other {# proposals wait}} for a decision on this record: {proposals}',
  waitForChanges:
    '{count, plural, one {A proposal waits} other {# proposals wait}} for changes by who proposed, before a decision on this record: {proposals}',
  batchBy: '{title} by {author}',
  changeBy: 'change by {author}',
} as const
