/** Why a request failed, in general. */
export const fault = {
  validationFailed: 'Validation failed.',
  concurrentChange: 'Another request changed the same records at the same time. Retry the request.',
  anotherVersion:
    'The record was changed after the page was opened. Look at the current state and try again.',
  ruleForbids: 'A canon rule forbids this.',
  notFound: 'Not found.',
} as const
