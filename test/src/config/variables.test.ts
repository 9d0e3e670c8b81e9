import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

/** Returns the faults of these variables. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return (error as Error).message.split('\n  ').slice(1)
  }
}

it.each([
  ['info\r', 'is "info\\r": remove the line end'],
  ['info\r\n', 'is "info\\r\\n": remove the line end'],
  ['\ninfo', 'is "\\ninfo": remove the line end'],
  ['"info"', 'is "\\"info\\"": remove the quotes'],
  ["'info'", `is "'info'": remove the quotes`],
  ['“info”', 'is "“info”": remove the quotes'],
  ['"info"\r', 'is "\\"info\\"\\r": remove the quotes and the line end'],
])('LOG_LEVEL with the value %j is rejected with what is around it', (LOG_LEVEL, fault) => {
  expect(faultsOf({ LOG_LEVEL })).toEqual([`LOG_LEVEL: ${fault}`])
})

const values: Record<string, string> = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PORT: '3000',
  PUBLIC_URL: 'https://ops.example.com',
  DATA_DIR: '/data',
  TIME_ZONE: 'Europe/Berlin',
  ADMIN_EMAIL: 'admin@example.com',
  LLM_MODEL: 'small',
  BOT_SYSTEM_PROMPT: 'Be brief.',
  AUTO_MIGRATE: '1',
  TRUST_PROXY: '10.0.0.0/8,::1',
  CORS_ORIGINS: 'https://app.example.com',
  MAIL_FROM: 'ops@example.com',
}

it.each(Object.keys(values))(
  '%s with quotes or a line end around it is rejected, whatever its rule',
  (name) => {
    const value = String(values[name])
    expect(faultsOf({ [name]: `"${value}"` })).toContain(`${name}: is "\\"${value}\\"": remove the quotes`)
    expect(faultsOf({ [name]: `${value}\r` })).toContain(`${name}: is "${value}\\r": remove the line end`)
  },
)

const secrets: Record<string, string> = {
  DATABASE_URL: 'postgres://me:hunter2@db:5432/ops',
  DATABASE_REPLICA_URLS: 'postgres://me:hunter2@db:5432/ops',
  REDIS_URL: 'redis://:hunter2@127.0.0.1:6379',
  ADMIN_PASSWORD: 'hunter2-hunter2',
  PORTFOLIO_TOKENS: 'hunter2-of-the-portfolio-token',
  LLM_API_KEYS: 'hunter2-of-the-language-model',
  BOT_TOKEN: 'hunter2',
  METRICS_TOKEN: 'hunter2',
  SECRET_KEY: Buffer.from('hunter2-hunter2-hunter2-hunter2-').toString('base64'),
  SMTP_URL: 'smtp://me:hunter2@mail.example.com',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:hunter2@127.0.0.1:4318',
  LLM_REQUEST_JSON: '{"key":"hunter2"}',
}

it.each(Object.keys(secrets))('%s is not printed', (name) => {
  const value = String(secrets[name])
  const quotes = faultsOf({ [name]: `'${value}'` })
  const lineEnd = faultsOf({ [name]: `${value}\n` })
  expect(quotes).toContain(`${name}: is surrounded by quotes: remove the quotes`)
  expect(lineEnd).toContain(`${name}: is surrounded by a line end: remove the line end`)
  expect([...quotes, ...lineEnd].join()).not.toContain(value)
})

it('rejects quotes in a file and around its path, but not the line end of the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-variables-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'secret')
  writeFileSync(path, '"hunter2"\n')
  expect(faultsOf({ BOT_TOKEN_FILE: path })).toEqual([
    'BOT_TOKEN: is surrounded by quotes: remove the quotes',
  ])
  writeFileSync(path, 'hunter2\r\n')
  expect(readConfig({ BOT_TOKEN_FILE: path }).BOT_TOKEN).toBe('hunter2')
  expect(faultsOf({ BOT_TOKEN_FILE: `"${path}"\r` })).toEqual([
    `BOT_TOKEN_FILE: is ${JSON.stringify(`"${path}"\r`)}: remove the quotes and the line end`,
  ])
})

it('rejects quotes around an entry of a list', () => {
  for (const name of ['PORTFOLIO_TOKENS', 'LLM_API_KEYS', 'CORS_ORIGINS', 'TRUST_PROXY'])
    expect(faultsOf({ [name]: `1.2.3.4,"hunter2"` })).toContain(
      `${name}: must not have quotes around an entry`,
    )
})

it('keeps quotes within a value, and reports all other faults too', () => {
  expect(readConfig({ BOT_SYSTEM_PROMPT: 'Say "yes" or "no"' }).BOT_SYSTEM_PROMPT).toBe('Say "yes" or "no"')
  expect(readConfig({ MAIL_FROM: '"Ops" <ops@example.com>', SMTP_URL: 'smtp://mail' }).MAIL_FROM).toMatch(
    /^"Ops"/,
  )
  expect(faultsOf({ PORT: '"x"', LOG_LEVEL: 'loud' })).toHaveLength(3)
})
