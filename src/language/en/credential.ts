/** The credentials of programs, and secrets that are shown once. */
export const credential = {
  active: 'Active',
  revoke: 'Revoke',
  revokeQuestion: 'Revoke this credential? Requests with it are rejected at once.',
  tokenRevoked: 'Token revoked',
  latestWrites: 'Latest writes',
  allChanges: 'All changes',
  allRequests: 'All requests',
  noWrites: 'Nothing was written with this credential.',
  time: 'Time',
  change: 'Change',
  record: 'Record',
  secretOnce: '{about} This value is shown only once: save it before you leave this page.',
  secretRepeated:
    'It was created when this form was sent first. The value was shown only then: if you did not save it, create a new one.',
  connect: 'Connect {client}',
  install: 'Install in {client}',
  installAbout: '{button} The button opens {client}, which asks before it adds the server.',
  runCommand: 'Run this command.',
  orRunCommand: 'Or run this command.',
  addToFile: 'Add this to {file}.',
  orAddToFile: 'Or add this to {file}.',
  writeGuide: 'For the commands of the write guide, run this in the shell in which you start the agent.',
  connectors: 'Claude on the web and ChatGPT',
  connectorsAbout:
    'They need no token. Enter this address there; they can reach it only if it is public and https. They read in your name, as <link>Connections</link> shows.',
} as const
