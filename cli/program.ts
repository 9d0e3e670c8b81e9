import { Command, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { reportError } from './output.ts'

// In the order of the help text. Each file loads only what its command needs, so loading one is faster than loading
// all.
const commands: Record<string, () => Promise<(program: Command) => void>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  token: async () => (await import('./token.ts')).tokenCommand,
  'api-key': async () => (await import('./api-key.ts')).apiKeyCommand,
  user: async () => (await import('./user.ts')).userCommand,
  'ops-token': async () => (await import('./ops-token.ts')).opsTokenCommand,
  direction: async () => (await import('./direction.ts')).directionCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
}

/** Runs a command line. Returns the exit code: 1 if the command failed, 2 for a usage error. */
export async function runCommandLine(args: string[]): Promise<number> {
  try {
    const program = await buildProgram(args)
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return reportError(error)
  }
}

async function buildProgram(args: string[]): Promise<Command> {
  const program = new Command('portfolio-ops')
    .description('Portfolio and operations service of a mobile-app company, for people and AI agents.')
    .version(manifest.version)
    .exitOverride()
  for (const load of commandsOf(args)) (await load())(program)
  for (const command of withSubcommands(program)) {
    command.configureOutput({ outputError: (text, write) => write(usageError(text, command)) })
    // Only commands that run something, not groups of commands.
    if (command.commands.length === 0)
      command.addOption(new Option('--json', 'print the result as one line of JSON'))
  }
  return program
}

// The help text and the error about an unknown command need all commands.
function commandsOf([name = '']: string[]) {
  if (name === '--version' || name === '-V') return []
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return command ? [command] : Object.values(commands)
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

function usageError(text: string, command: Command): string {
  const sentence = text
    .trim()
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replace(/[^.)]$/, '$&.')
  return `${sentence} See "${fullName(command)} --help".\n`
}

function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name()
}
