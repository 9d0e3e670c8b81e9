/** What needs attention in operations: applications without clicks or an owner, and strategies that should have ended. */
export const attention = {
  noOwner: '"{name}" has no owner.',
  noClicks: '"{name}" had no clicks for seven days.',
  lostClicks: '"{name}" lost {percent}% of its clicks in a week.',
  shouldHaveEnded: '"{name}" should have ended on {day}.',
  rejectedClicks: '"{name}" has {count} rejected clicks.',
  itHadNoClicks: 'It had no clicks for seven days.',
  itLostClicks: 'It lost {percent}% of its clicks in a week.',
  itShouldHaveEnded: 'It should have ended on {day}.',
  itEnds: 'It ends on {day}.',
} as const
