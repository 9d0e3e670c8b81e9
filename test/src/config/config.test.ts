import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

describe('HOST', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['0:0:0:0:0:0:0:0', 'http://127.0.0.1:3000'],
    ['2001:db8::1', 'http://[2001:db8::1]:3000'],
    ['::1', 'http://[::1]:3000'],
    ['localhost', 'http://localhost:3000'],
    ['portfolio-ops.internal', 'http://portfolio-ops.internal:3000'],
  ])('%s makes the default PUBLIC_URL %s', (HOST, url) => {
    expect(readConfig({ HOST }).PUBLIC_URL).toBe(url)
  })

  it.each(['0.0.0.0', '::'])('%s causes a warning if PUBLIC_URL is not set', (HOST) => {
    const warning = expect.stringMatching(
      /^PUBLIC_URL: not set, so links name http:\/\/127\.0\.0\.1:3000, .*[^.]$/,
    )
    expect(readConfig({ HOST, BOT_TOKEN: 'secret' }).warnings).toEqual([warning])
    expect(readConfig({ HOST, BOT_TOKEN: 'secret', PUBLIC_URL: 'https://ops.example.com' }).warnings).toEqual(
      [],
    )
  })

  it.each(['256.1.1.1', '1.2.3.4.5', 'two words', 'a/b', 'me@home', ':3000', '[::1]', '::1%lo'])(
    '%s is rejected, and not printed',
    (HOST) => {
      const fault = /^Invalid environment variables\.[^\n]*\n {2}HOST: must be an IP address or a host name$/
      expect(() => readConfig({ HOST })).toThrow(fault)
    },
  )
})

it('reports every invalid variable at once, without its value', () => {
  const environment = {
    NODE_ENV: 'production',
    PORT: 'seventy',
    TRUST_PROXY: 'hunter1,hunter2',
    PORTFOLIO_TOKENS: 'short',
    LLM_API_KEYS: 'short2',
    LLM_API_KEY: 'hunter3',
    LOG_LEVEL: 'loud',
  }
  expect(faultsOf(environment)).toEqual([
    'PORT: must be an integer from 0 to 65535',
    'TRUST_PROXY: must be IP addresses or CIDR networks, such as ::1 or 10.0.0.0/8',
    'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent',
    expect.stringMatching('^PORTFOLIO_TOKENS: each token must have'),
    expect.stringMatching('^LLM_API_KEYS: each token must have'),
    'LLM_BASE_URL: must be set when LLM_API_KEY is set',
  ])
})

it('accepts a TIME_ZONE of the IANA database in any case, and rejects any other', () => {
  expect(readConfig({}).TIME_ZONE).toBe('UTC')
  expect(readConfig({ TIME_ZONE: 'europe/berlin' }).TIME_ZONE).toBe('Europe/Berlin')
  const fault = 'TIME_ZONE: must be the name of a time zone in the IANA database, such as Europe/Berlin'
  for (const TIME_ZONE of ['Mars/Olympus', '+01:00']) expect(faultsOf({ TIME_ZONE })).toEqual([fault])
})

const headerRule = 'must have only printable ASCII characters, because it is sent in a header'

it('rejects an LLM_API_KEY that cannot be sent in a header', () => {
  const environment = { LLM_API_KEY: 'two\nlines', LLM_BASE_URL: 'https://llm.example.com/v1' }
  expect(faultsOf(environment)).toEqual([`LLM_API_KEY: ${headerRule}`])
})

it.each([
  ['PORT', '0x10', 'must be an integer from 0 to 65535'],
  ['PORT', '1e3', 'must be an integer from 0 to 65535'],
  ['PORT', '80.0', 'must be an integer from 0 to 65535'],
  ['PORT', '65536', 'must be an integer from 0 to 65535'],
  ['DATABASE_POOL', '1', 'must be an integer from 2 to 1000'],
  ['AUTO_MIGRATE', 'yes', 'must be one of 0, 1'],
  ...['eleven char', '🔑'.repeat(11), 'x'.repeat(1025)].map((password) => [
    'ADMIN_PASSWORD',
    password,
    'must have 12 to 1024 characters',
  ]),
  ...['BOT_TOKEN', 'METRICS_TOKEN'].map((name) => [name, 'секрет', headerRule]),
  ['ADMIN_EMAIL', `${'y'.repeat(260)}@x.example`, 'must have at most 255 characters'],
  ...['0.0.0.0/0', '::/0', '10.0.0.0/8,10.0.0.0/0'].map((networks) => [
    'TRUST_PROXY',
    networks,
    'must be IP addresses or CIDR networks, such as ::1 or 10.0.0.0/8; a /0 network would trust every client',
  ]),
  ['BACKUP_DIR', 'a\nb', 'must be a path without line breaks or other control characters'],
  ['BACKUP_KEEP', '0', 'must be an integer from 1 to 1000'],
  ['DATA_DIR', 'a\nb', 'must be a path without line breaks or other control characters'],
  ['PUBLIC_URL', 'ops.example.com', 'must be an http or https URL, such as https://ops.example.com'],
  ...['https://a.example/?', 'https://a.example/#x', 'https://me:secret@a.example'].map((url) => [
    'PUBLIC_URL',
    url,
    'must not have credentials, a query or a fragment, because paths are appended to it',
  ]),
  ...['https://a.example/a;b', 'https://a.example//ops', 'https://a.example/"x', 'https://a.example/&'].map(
    (url) => [
      'PUBLIC_URL',
      url,
      'must have a path of letters, digits and the characters - . _ ~ %, without empty parts, such as /ops',
    ],
  ),
  ...['https://a.example/path', 'https://a.example/?q', 'https://me@a.example', 'https://*.example', '*'].map(
    (url) => [
      'CORS_ORIGINS',
      `https://b.example,${url}`,
      'must be origins without a path or a wildcard, such as https://app.example.com',
    ],
  ),
  ['REDIS_URL', 'localhost:6379', 'must be a URL such as redis://127.0.0.1:6379'],
  ['REDIS_URL', 'redis://me:100%@127.0.0.1', 'must be percent-encoded: write a % as %25'],
  ['LLM_BASE_URL', 'llm.example.com', 'must be an http or https URL, such as https://llm.example.com/v1'],
  ...['https://me:secret@a.example/v1', 'https://a.example/v1?key=1'].map((url) => [
    'LLM_BASE_URL',
    url,
    'must not have credentials, a query or a fragment, because paths are appended to it',
  ]),
])('rejects %s=%j with the rule of the variable', (name, value, rule) => {
  expect(faultsOf({ [name]: value })).toEqual([`${name}: ${rule}`])
})

it('normalizes numbers, origins and URLs', () => {
  const config = readConfig({
    PORT: ' 80 ',
    DATABASE_POOL: '2',
    PUBLIC_URL: 'https://a.example/ops/',
    CORS_ORIGINS: 'https://A.example:443/, http://localhost:8080',
  })
  expect(config).toMatchObject({
    PORT: 80,
    DATABASE_POOL: 2,
    PUBLIC_URL: 'https://a.example/ops',
    CORS_ORIGINS: ['https://a.example', 'http://localhost:8080'],
  })
})

describe.each(['PORTFOLIO_TOKENS', 'LLM_API_KEYS'])('%s', (name) => {
  const random = 'k2V9xQ7mZ4tB1nR8wL5cY3dF6hJ0sA'

  it.each(['your-portfolio-token-goes-here', 'TODO-TODO-TODO-TODO-TODO-TODO', random.slice(0, 23)])(
    'with the weak secret %s is an error in production, and a warning elsewhere',
    (weak) => {
      const environment = { [name]: `${random},${weak}` }
      expect(() => readConfig({ NODE_ENV: 'production', ...environment })).toThrow(`  ${name}: each token`)
      expect(readConfig(environment).warnings).toEqual([expect.stringMatching(`^${name}: each token`)])
    },
  )

  it('accepts random characters', () => {
    expect(readConfig({ NODE_ENV: 'production', [name]: random }).warnings).toEqual([])
  })
})

describe('BOT_TOKEN', () => {
  const PUBLIC_URL = 'https://ops.example.com'
  const warning = expect.stringMatching(/^BOT_TOKEN: not set, so everyone who can reach HOST can .*[^.]$/)

  it.each(['0.0.0.0', '::', '192.0.2.1', 'portfolio-ops.internal', 'localhost.evil.test', '128.0.0.1'])(
    'causes a warning if it is not set and HOST is %s',
    (HOST) => {
      expect(readConfig({ HOST, PUBLIC_URL }).warnings).toEqual([warning])
      expect(readConfig({ HOST, PUBLIC_URL, BOT_TOKEN: ' ' }).warnings).toEqual([warning])
      expect(readConfig({ HOST, PUBLIC_URL, BOT_TOKEN: ' secret ' })).toMatchObject({
        BOT_TOKEN: 'secret',
        warnings: [],
      })
    },
  )

  it.each(['127.0.0.1', '127.0.1.1', '127.1', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'LOCALHOST'])(
    'causes no warning on the loopback address %s',
    (HOST) => {
      expect(readConfig({ HOST }).warnings).toEqual([])
    },
  )
})

describe('BACKUP_DIR', () => {
  it('causes a warning if DATABASE_URL is set, because the backup is only of the embedded database', () => {
    expect(readConfig({ BACKUP_DIR: '/backups' }).warnings).toEqual([])
    expect(readConfig({ BACKUP_DIR: '/backups', DATABASE_URL: 'postgres://db/ops' }).warnings).toContainEqual(
      expect.stringMatching(/^BACKUP_DIR: has no effect, because DATABASE_URL is set/),
    )
  })
})

/** Returns the lines that report invalid variables. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    const [, ...faults] = (error as Error).message.split('\n  ')
    return faults
  }
}
