import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { credentials } from '../support/credentials.ts'
import { emptyDatabase, run, start } from './cli.ts'
import { runHere } from './here.ts'

const call = (...args: string[]) => runHere({}, ...args)

const commands = [
  'serve',
  'mcp',
  'migrate',
  'token create',
  'token list',
  'token revoke',
  'api-key create',
  'api-key list',
  'api-key revoke',
  'user create',
  'user list',
  'user set-password',
  'user set-role',
  'user set-status',
  'ops-token list',
  'ops-token revoke',
  'direction map',
  'demo',
  'doctor',
]

it.each(commands)('prints the usage of %s with --help, and its --json option', async (command) => {
  const { code, out } = await call(...command.split(' '), '--help')
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`^Usage: portfolio-ops ${command}`))
  expect(out).toContain('--json')
})

it.each([
  [['fly'], /unknown command 'fly'/],
  [['token', 'forge'], /unknown command 'forge'/],
  [['serve', '--loud'], /unknown option '--loud'/],
  [['migrate', 'sideways'], /'sideways' is invalid.*up, status/],
  [['token', 'create'], /'--agent <name>' not specified/],
  [['token', 'create', '--agent', ' '], /1 to 255 characters/],
  [['token', 'create', '--agent', credentials['Google API key']], /and no credential in it\./],
  [['token', 'create', '--agent', 'a', '--scope', 'admin'], /Allowed choices are read, write/],
  [['token', 'create', '--agent', 'a', '--client', 'abacus'], /Allowed choices are claude-code/],
  [['token', 'revoke', '0'], /must be a positive integer/],
  [['ops-token', 'revoke', 'x'], /must be a positive integer/],
  [['ops-token', 'revoke'], /specify either the id of a token or --user/],
  [['ops-token', 'revoke', '7', '--user', 'a@b.test'], /specify either the id of a token or --user/],
  [['ops-token', 'list', '--user', 'anna'], /must be a valid email address/],
  [['direction', 'map', 'one'], /missing required argument 'new'/],
  [['direction', 'map', ' ', 'two'], /A slug must have 1 to 255 characters/],
  [['doctor', 'who'], /too many arguments/],
])('reports the usage error of %j in one line, and exits 2', async (args, words) => {
  const { code, out, err } = await call(...args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(words)
  expect(err).toMatch(/^error: [^\n]+ See "portfolio-ops[^\n]* --help"\.\n$/)
})

it.each([
  [['fly'], ''],
  [['--loud'], ''],
  [['token', 'forge'], ' token'],
  [['token', 'create', '--agent'], ' token create'],
  [['doctor', 'who'], ' doctor'],
])('refers from the usage error of %j to the matching --help', async (args, command) => {
  const { err } = await call(...args)
  expect(err).toContain(`See "portfolio-ops${command} --help".\n`)
  expect((await call(...command.split(' ').slice(1), '--help')).code).toBe(0)
})

it('prints the help without a command, and exits 2', async () => {
  const { code, err } = await call()
  expect(code).toBe(2)
  expect(err).toMatch(/^Usage: portfolio-ops/)
})

it('prints its version', async () => {
  expect((await call('--version')).out).toBe(`${manifest.version}\n`)
})

it.each([
  ['/dev/null', 'a file of this name exists'],
  ['/dev/null/data', 'a part of its path is not a folder'],
  ['/proc/data', 'a folder of its path does not exist'],
  ['/proc/data/of/ours', 'a folder of its path does not exist'],
])('reports in one line that DATA_DIR cannot be created: %s', async (folder, reason) => {
  const { code, err } = await run({ DATA_DIR: folder }, 'token', 'list')
  expect(code).toBe(1)
  expect(err).toMatch(
    new RegExp(`^The folder ${folder} cannot be created: ${reason}\\. Set DATA_DIR to [^\\n]*\\.\\n$`),
  )
})

it('names every invalid variable in one line, and no value', async () => {
  const environment = { PORT: 'seventy', RATE_LIMIT_PER_MINUTE: '0', DATABASE_URL: 'hunter2' }
  const { code, err } = await run(environment, 'token', 'list')
  expect(code).toBe(1)
  expect(err).toMatch(
    /^Invalid environment variables\.[^\n]*PORT: [^\n]*DATABASE_URL: [^\n]*RATE_LIMIT_PER_MINUTE: [^\n]*\n$/,
  )
  expect(err).not.toMatch(/seventy|hunter2/)
})

it('ends without an error when its stdout is closed', async () => {
  const child = start(['migrate', 'status'], { DATABASE_URL: await emptyDatabase() })
  child.stdout?.destroy()
  expect(await once(child, 'close')).toEqual([0, null])
  expect(child.err).toBe('')
})

it('reports in one line that its result cannot be written', async () => {
  await using full = await open('/dev/full', 'w')
  const child = start(['--help'], {}, full)
  expect(await once(child, 'close')).toEqual([1, null])
  expect(child.err).toMatch(/^The command succeeded, [^\n]*: the disk is full\.\n$/)
})
