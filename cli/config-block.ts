import type { ClientConfiguration } from '../src/agent-config.ts'

/** Formats the configuration of a client for the terminal. */
export function formatConfigBlock({ client, file, text, stdio, reminder }: ClientConfiguration): string {
  const parts = [
    `Configuration of ${client}, for ${file}:`,
    text.trim(),
    'It contains the token. Keep it out of version control.',
  ]
  if (reminder) parts.push(reminder)
  if (stdio) parts.push('Alternatively over stdio, on this machine and without a token:', stdio.trim())
  return parts.join('\n\n')
}
