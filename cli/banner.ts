import { configurationFor, shellExports } from '../src/config/agent-config.ts'
import type { Config } from '../src/config/config.ts'
import { commandPrefix } from '../src/config/package.ts'
import { exportsBlock, formatConfigBlock } from './config-block.ts'
import type { FirstCredentials } from './initialize.ts'

const client = 'claude-code'

/**
 * Returns the startup message: the addresses, the folder of the embedded database, and the first credentials if they
 * were just created.
 */
export function banner(
  { PUBLIC_URL, DOCS }: Config,
  { admin, token }: FirstCredentials,
  embeddedFolder: string | undefined,
) {
  const addresses = [
    ...(DOCS ? [{ name: 'API reference', url: `${PUBLIC_URL}/docs` }] : []),
    { name: 'Admin', url: `${PUBLIC_URL}/admin` },
    { name: 'MCP', url: `${PUBLIC_URL}/mcp` },
    { name: 'Health', url: `${PUBLIC_URL}/health/ready` },
  ]
  const lines = [
    `portfolio-ops is available at ${PUBLIC_URL}`,
    '',
    ...addresses.map(({ name, url }) => `  ${name.padEnd(15)}${url}`),
    ...(embeddedFolder ? [`  ${'Data'.padEnd(15)}${embeddedFolder}`] : []),
  ]
  const password = admin?.generated ? `password ${admin.password}` : 'password as set in ADMIN_PASSWORD'
  if (admin) lines.push('', `Admin login, shown only once: ${admin.email}, ${password}`)
  const access = token && {
    token,
    environment: `PORTFOLIO_TOKEN=${token}`,
    exports: shellExports(PUBLIC_URL, token),
    configuration: configurationFor(client, PUBLIC_URL, token),
  }
  if (access) {
    const parts = [
      'Token for an agent, shown only once:',
      `It writes signals and insights at once. What else it writes waits for you at ${PUBLIC_URL}/admin/proposals.`,
      access.environment,
      ...exportsBlock(access.exports),
      formatConfigBlock(access.configuration),
    ]
    lines.push('', parts.join('\n\n'))
  }
  lines.push('', `To add another agent: ${commandPrefix} token create --agent NAME --client CLIENT`)
  return {
    value: {
      url: PUBLIC_URL,
      addresses,
      ...(embeddedFolder && { data: embeddedFolder }),
      ...(admin && { admin: { email: admin.email, ...(admin.generated && { password: admin.password }) } }),
      ...access,
    },
    text: lines.join('\n'),
  }
}
