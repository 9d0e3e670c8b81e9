import type { Command } from 'commander'
import { type JsonOption, printResult } from './output.ts'

/** `doctor` */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check the configuration, the database and everything else that the service depends on; exit with 1 if a check fails',
    )
    .action(doctor)
}

// Only this command loads the clients of Redis and of the provider.
async function doctor(options: JsonOption): Promise<void> {
  const { runChecks } = await import('./run-checks.ts')
  const checks = await runChecks()
  const lines = checks.map(({ name, ok, says }) => `${ok ? 'ok  ' : 'fail'}  ${name}: ${says}`)
  printResult(options, { ok: checks.every(({ ok }) => ok), checks }, lines.join('\n'))
  if (checks.some(({ ok }) => !ok)) process.exitCode = 1
}
