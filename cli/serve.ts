import type { Command } from 'commander'
import type { JsonOption } from './output.ts'

/** `serve` */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('start the HTTP server; "npm start" runs this command')
    .addHelpText('after', '\nThe server is configured by environment variables. See README.md.')
    .action(serve)
}

// Only this command loads the HTTP server, which takes longer than all that the other commands need.
async function serve(options: JsonOption): Promise<void> {
  const { runServer } = await import('./run-server.ts')
  await runServer(options)
}
