/** The question whether a client may read in the name of a person. */
export const connect = {
  title: 'Connect {client}',
  question: 'Connect {client}?',
  effect:
    '{client} wants to read the portfolio in your name, {person}. It cannot change anything. You can revoke the connection at any time.',
  client: 'Client',
  domain: 'Domain',
  noDomain: 'not stated',
  unverifiedDomain: '{domain}, as the client says',
  returnTo: 'You return to',
  ownComputer:
    'This client runs on your own computer, so its name cannot be verified. Allow it only if you have just started the connection there.',
  allow: 'Allow',
  deny: 'Deny',
} as const
