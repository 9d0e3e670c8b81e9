import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'

/** The configuration of the server, in the format of a client. */
// biome-ignore lint/suspicious/noExplicitAny: the formats of many clients; the connection is the check
export type Entry = Record<string, any>

/** Returns what the configuration file of a client says about the server. */
export function parse(file: string, text: string): Entry {
  const config: Entry = file.endsWith('.toml')
    ? parseToml(text)
    : file.endsWith('.yaml')
      ? parseYaml(text)
      : JSON.parse(text)
  const roots = ['mcpServers', 'servers', 'context_servers', 'mcp', 'mcp_servers', 'extensions']
  const found = roots.map((name) => config[name]).find((servers) => servers !== undefined)
  return Array.isArray(found) ? found[0] : found['portfolio-ops']
}

/** Returns the command that a configuration starts the server with. `folder` is the folder of the project. */
export function commandOf({ command, cmd, args, env, environment, envs, cwd }: Entry, folder: string) {
  const [program, ...rest] = [command ?? cmd, args ?? []].flat(2) as string[]
  return {
    command: program ?? '',
    args: rest,
    env: (env ?? environment ?? envs ?? {}) as object,
    cwd: cwd === undefined || cwd === '.' ? folder : (cwd as string),
  }
}
