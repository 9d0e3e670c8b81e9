import { type Client, httpConfig, stdioConfig } from './agent-config.ts'

/**
 * The configuration of a client for HTTP and the file that it belongs in. `stdio` is set only if the
 * configuration for stdio must contain the path of this installation.
 */
export type ConfigBlock = { client: Client; file: string; text: string; stdio?: string }

/** Returns the configuration of a client with the URL and the token filled in. */
export function configBlock(client: Client, url: string, secret: string): ConfigBlock {
  const stdio = stdioConfig(client)
  return { client, ...httpConfig(client, url, secret), ...(stdio && { stdio }) }
}

/** Formats the configuration for the terminal. */
export function formatConfigBlock({ client, file, text, stdio }: ConfigBlock): string {
  const parts = [
    `Configuration of ${client}, for ${file}:`,
    text.trim(),
    'It contains the token. Keep it out of version control.',
  ]
  if (stdio) parts.push('Alternatively over stdio, on this machine and without a token:', stdio.trim())
  return parts.join('\n\n')
}
