/** The page of a failure: what happened, and what to do about it. */
export const error = {
  denied: 'This action is unauthorized.',
  method: 'Method not allowed.',
  badRequest: 'Bad request.',
  conflict: 'Conflict.',
  mediaType: 'Unsupported media type.',
  tooLarge: 'The POST data is too large.',
  limit: 'Too Many Attempts.',
  unavailable: 'Service unavailable.',
  server: 'Server Error',
  report: 'Report this request id to the administrator of the server: {id}',
  notFoundAdvice: 'The address is wrong, or the record was deleted.',
  deniedAdvice: 'Your role or the status of your account does not allow this. Ask an admin.',
  conflictAdvice: 'Go back, look at the current state and try again.',
  limitAdvice: 'Wait a minute and try again.',
  unavailableAdvice: 'The database does not answer at the moment. Try again in a few seconds.',
  tooLargeAdvice: 'Send less data at once.',
  staleForm: 'This form is no longer valid',
  staleFormAdvice: 'Go back, reload the page and send it again.',
  noCookie: 'The browser did not send the cookie {name}',
  otherAddress:
    'The cookies are for {address}, but the page was opened at {opened}. Open {admin} instead, or set PUBLIC_URL to the address that people use.',
  allowCookies: 'Allow cookies for this address, then go back, reload the page and send the form again.',
  otherSite:
    'Requests from another site are not allowed. Open the page on this server and send the form again.',
  otherHost:
    'The Host header does not match this server. Use the name in PUBLIC_URL, or add this name to CORS_ORIGINS.',
  otherOrigin:
    'Requests from this origin are not allowed. Open the page on this server, or add the origin to CORS_ORIGINS.',
  tryAgain: 'Try again',
  goBack: 'Go back',
  toAccount: 'Go to your account',
  toDashboard: 'Go to the dashboard',
  toLogin: 'Go to the login page',
  usedBy: 'First delete or change the records that refer to this one: {records}.',
} as const
