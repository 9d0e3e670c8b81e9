import type { Config } from '../src/config.ts'
import { block, inWords } from './client-block.ts'

const client = 'claude-code'

/** What a first start makes, and nothing shows again. */
export type First = {
  admin: { email: string; password: string; generated: boolean } | null
  token: string | null
}

/** What the server says once it listens: where everything is, and the first login and token, if they are new. */
export function banner({ PUBLIC_URL, DOCS }: Config, { admin, token }: First) {
  const addresses = [
    ...(DOCS ? [{ name: 'API reference', url: `${PUBLIC_URL}/docs` }] : []),
    { name: 'MCP', url: `${PUBLIC_URL}/mcp` },
    { name: 'Health', url: `${PUBLIC_URL}/health/ready` },
  ]
  const lines = [
    `portfolio-ops serves ${PUBLIC_URL}`,
    '',
    ...addresses.map(({ name, url }) => `  ${name.padEnd(15)}${url}`),
  ]
  const password = admin?.generated ? admin.password : 'that of ADMIN_PASSWORD'
  if (admin) lines.push('', `The admin, shown this once: ${admin.email}, password ${password}`)
  const environment = token && `PORTFOLIO_TOKEN=${token}`
  const configuration = token && block(client, PUBLIC_URL, token)
  if (environment && configuration)
    lines.push('', 'A token for an agent, shown this once:', '', environment, '', inWords(configuration))
  lines.push('', 'For another agent or client: portfolio-ops token create --agent NAME --client CLIENT')
  return {
    value: {
      url: PUBLIC_URL,
      addresses,
      ...(admin && { admin: { email: admin.email, ...(admin.generated && { password: admin.password }) } }),
      ...(token && { token, environment, configuration }),
    },
    words: lines.join('\n'),
  }
}
