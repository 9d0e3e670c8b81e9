import { Command, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { explain } from './answer.ts'
import { apiKeyCommand } from './api-key.ts'
import { demoCommand } from './demo.ts'
import { directionCommand } from './direction.ts'
import { doctorCommand } from './doctor.ts'
import { mcpCommand } from './mcp.ts'
import { migrateCommand } from './migrate.ts'
import { serveCommand } from './serve.ts'
import { tokenCommand } from './token.ts'
import { userCommand } from './user.ts'

/** Runs a command line. Gives its exit code: 1 where the command failed, 2 where it was called wrongly. */
export async function runCommandLine(args: string[]): Promise<number> {
  try {
    await everyCommand().parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return explain(error)
  }
}

function everyCommand(): Command {
  const program = new Command('portfolio-ops')
    .description('Runs the service that a mobile-app company runs its business on.')
    .version(manifest.version)
    .exitOverride()
  serveCommand(program)
  mcpCommand(program)
  migrateCommand(program)
  tokenCommand(program)
  apiKeyCommand(program)
  userCommand(program)
  directionCommand(program)
  demoCommand(program)
  doctorCommand(program)
  for (const command of withAllBelow(program)) {
    command.configureOutput({ outputError: (text, write) => write(usageError(text, command)) })
    // Those that do something, not those that only gather others.
    if (command.commands.length === 0) command.addOption(new Option('--json', 'answer in JSON, on one line'))
  }
  return program
}

function withAllBelow(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withAllBelow)]
}

function usageError(text: string, command: Command): string {
  const line = text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[^.)]$/, '$&.')
  return `${line} See "${fullName(command)} --help".\n`
}

function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name()
}
