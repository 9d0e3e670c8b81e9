import { agentConfig, type Client, stdioConfig } from './agent-config.ts'

/** The whole configuration of a client, and where it goes; over stdio too, where only we know our folder. */
export type Block = { client: Client; file: string; text: string; stdio?: string }

export function block(client: Client, url: string, secret: string): Block {
  const stdio = stdioConfig(client)
  return { client, ...agentConfig(client, url, secret), ...(stdio && { stdio }) }
}

/** The same for a person. */
export function inWords({ client, file, text, stdio }: Block): string {
  const words = [
    `The configuration of ${client}, for ${file}:`,
    text.trim(),
    'It holds the token: keep it out of version control.',
  ]
  if (stdio) words.push('Or over stdio, on this machine and without a token:', stdio.trim())
  return words.join('\n\n')
}
