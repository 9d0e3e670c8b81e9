import { agentConfig, type Client } from './agent-config.ts'

/** The whole configuration of a client, and where it goes. */
export type Block = { client: Client; file: string; text: string }

export function block(client: Client, url: string, secret: string): Block {
  return { client, ...agentConfig(client, url, secret) }
}

/** The same for a person. */
export function inWords({ client, file, text }: Block): string {
  return `The configuration of ${client}, for ${file}:\n\n${text.trim()}\n\nIt holds the token: keep it out of version control.`
}
