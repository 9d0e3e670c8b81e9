import { Command, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { apiKeyCommand } from './api-key.ts'
import { backupCommand } from './backup.ts'
import { demoCommand } from './demo.ts'
import { directionCommand } from './direction.ts'
import { doctorCommand } from './doctor.ts'
import { mcpCommand } from './mcp.ts'
import { migrateCommand } from './migrate.ts'
import { opsTokenCommand } from './ops-token.ts'
import { reportError } from './output.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { tokenCommand } from './token.ts'
import { upgradeDatabaseCommand } from './upgrade-database.ts'
import { userCommand } from './user.ts'

/** Runs a command line. Returns the exit code: 1 if the command failed, 2 for a usage error. */
export async function runCommandLine(args: string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return reportError(error)
  }
}

function buildProgram(): Command {
  const program = new Command('portfolio-ops')
    .description('Portfolio and operations service of a mobile-app company, for people and AI agents.')
    .version(manifest.version)
    .exitOverride()
  serveCommand(program)
  mcpCommand(program)
  migrateCommand(program)
  tokenCommand(program)
  apiKeyCommand(program)
  userCommand(program)
  opsTokenCommand(program)
  directionCommand(program)
  backupCommand(program)
  restoreCommand(program)
  upgradeDatabaseCommand(program)
  demoCommand(program)
  doctorCommand(program)
  for (const command of withSubcommands(program)) {
    command.configureOutput({ outputError: (text, write) => write(usageError(text, command)) })
    // Only commands that run something, not groups of commands.
    if (command.commands.length === 0)
      command.addOption(new Option('--json', 'print the result as one line of JSON'))
  }
  return program
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

function usageError(text: string, command: Command): string {
  const sentence = text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[^.)]$/, '$&.')
  return `${sentence} See "${fullName(command)} --help".\n`
}

function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name()
}
