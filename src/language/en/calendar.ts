/** The calendar feed, and the section of the account about its address. */
export const calendar = {
  title: 'Calendar',
  about:
    'Subscribe to decision reviews, due dates of tasks and end dates of strategies in any calendar application. The address is secret.',
  address: 'Address',
  noAddress: 'You have no calendar address.',
  neverUsed: '<code>{address}</code> · created {created} · never used',
  used: '<code>{address}</code> · created {created} · last used {used}',
  create: 'Create',
  replace: 'Replace',
  revoke: 'Revoke',
  createAddress: 'Create calendar address',
  replaceAddress: 'Replace calendar address',
  revokeAddress: 'Revoke calendar address',
  createQuestion: 'Create a calendar address?',
  replaceQuestion: 'Replace the calendar address? Calendars that use the current address stop updating.',
  revokeQuestion: 'Revoke the calendar address? Calendars that use it stop updating.',
  created: 'Calendar address created',
  createdAbout: 'Subscribe to this address in your calendar. Anyone who knows it can read the calendar.',
  continue: 'Continue',
  revoked: 'Calendar address revoked.',
  noVersion:
    'Nothing was done, because the request does not say which version of the calendar address it is about. Look at the present one, then decide.',
  changedMeanwhile:
    'Nothing was done, because the calendar address was changed after the page was opened. Compare the values, then decide again.',
  whatChanged: 'What has changed',
  shown: 'Shown',
  now: 'Now',
  decisionReview: 'Review: {title}',
  taskDue: 'Task due: {title}',
  strategyEnds: 'Strategy ends: {title}',
  serviceTaskDue: 'Service task due: {title}',
} as const
