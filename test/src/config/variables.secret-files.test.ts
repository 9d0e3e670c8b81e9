import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(text: string): string {
  const path = join(folder, 'secret')
  writeFileSync(path, text)
  return path
}

it('are the values of their variables, without the line end of an editor', () => {
  expect(readConfig({ BOT_TOKEN_FILE: file('bot-secret\n') }).BOT_TOKEN).toBe('bot-secret')
  expect(readConfig({ ADMIN_PASSWORD_FILE: file('a long password') }).ADMIN_PASSWORD).toBe('a long password')
})

it('are reported if they cannot be used, together with all other faults and without a value', () => {
  const variables = {
    BOT_TOKEN_FILE: join(folder, 'missing'),
    METRICS_TOKEN: 'metrics-secret',
    METRICS_TOKEN_FILE: file('other-secret'),
    ADMIN_PASSWORD_FILE: file('other-secret'),
    PORT: 'x',
  }
  writeFileSync(variables.ADMIN_PASSWORD_FILE, 'short')
  expect(() => readConfig(variables)).toThrow(
    [
      'Invalid environment variables. Correct them and start again:',
      '  BOT_TOKEN_FILE: must be the path of a readable file',
      '  METRICS_TOKEN_FILE: must not be set together with METRICS_TOKEN',
      '  PORT: must be an integer from 0 to 65535',
      '  ADMIN_PASSWORD: must have 12 to 1024 characters',
    ].join('\n'),
  )
})

it('exist for each variable that contains a secret, or a URL that may contain a password', () => {
  const declarations = ['config', 'messages']
    .map((name) => readFileSync(`src/config/${name}.ts`, 'utf8'))
    .join()
  const rules =
    'headerSecret|secretKeyText|accountPassword|databaseUrl|serverUrl|commaList\\.pipe\\(z\\.array\\(databaseUrl'
  const names = [
    ...declarations.matchAll(new RegExp(`^ +([A-Z_]+)(?:: (?:${rules})|(?<=_TOKENS|_KEYS): )`, 'gm')),
  ].map(([, name = '']) => name)
  // The library for telemetry reads its variables itself.
  const secrets = names.filter((name) => !name.startsWith('OTEL_'))
  expect(secrets).toEqual(
    expect.arrayContaining(['SMTP_URL', 'DATABASE_REPLICA_URLS', 'LLM_API_KEYS', 'BOT_TOKEN']),
  )
  expect(secrets.length).toBeGreaterThanOrEqual(12)
  for (const name of secrets)
    expect(() => readConfig({ [`${name}_FILE`]: join(folder, 'missing') })).toThrow(
      `  ${name}_FILE: must be the path of a readable file`,
    )
})
