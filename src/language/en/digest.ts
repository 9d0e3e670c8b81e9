/** The message that a channel gets once a day. */
export const digest = {
  title: 'portfolio-ops on {day}',
  nothing: 'Nothing needs attention.',
  problems: 'Needs attention:',
  firstProblems: 'Needs attention ({shown, number} of {total, number}):',
  allProblems: 'All of them: {url}',
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  low: 'low',
  noProposal: 'No proposal waits.',
  proposals: '{waiting, plural, one {# proposal waits} other {# proposals wait}}.',
  expiringProposals:
    '{waiting, plural, one {# proposal waits} other {# proposals wait}}, {expiring, number} of them until it expires within a day.',
  noAgentChange: 'No agent changed anything in the last 24 hours.',
  agentChanges: 'Changes by agents in the last 24 hours:',
  firstAgentChanges: 'Changes by agents in the last 24 hours ({shown, number} of {total, number}):',
  lastWeek: 'The week that ended: {url}',
} as const
