/** The agents that read over MCP in the name of a person. */
export const connections = {
  aboutInAccount:
    'Agents such as Claude and ChatGPT connect by the address of this service. <link>Show connections</link>',
  about: 'Agents that read over MCP in the name of a person. They cannot change anything.',
  off: 'Agents cannot connect, because {reason}.',
  switchedOff: 'OAUTH is 0',
  noHttps: 'PUBLIC_URL is neither https nor a loopback address',
  noSecretKey: 'DATABASE_URL is set without SECRET_KEY',
  connectAgent: 'Connect an agent',
  steps: 'Enter this address in the agent. It opens a page here, on which you choose Allow or Deny.',
  none: 'No agent is connected.',
  person: 'Person',
  client: 'Client',
  created: 'Created',
  lastUse: 'Last use',
  action: 'Action',
  revoke: 'Revoke',
  revoked: 'Connection revoked. Its tokens are no longer valid.',
} as const
