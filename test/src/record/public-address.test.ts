import { expect, it } from 'vitest'
import { provider } from '../../../src/assistant/reply/provider.ts'
import { isAllowed } from '../../../src/record/public-address.ts'

const options = {
  LLM_API_KEY: 'key',
  LLM_MODEL: 'm',
  BOT_SYSTEM_PROMPT: 'p',
  BOT_SYSTEM_ROLE: 'system',
  report: () => undefined,
} as const

it.each([
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '127.0.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '64:ff9b::a00:1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '2002:a00:1::',
  '2001:db8::1',
])('does not allow the address %s for a host name', (address) => {
  expect(isAllowed('provider.example', address)).toBe(false)
})

it.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  'allows the public address %s for a host name',
  (address) => {
    expect(isAllowed('provider.example', address)).toBe(true)
  },
)

it('allows loopback addresses for a loopback host only, and nothing else for it', () => {
  for (const [host, address] of [
    ['localhost', '127.0.0.1'],
    ['LOCALHOST', '::1'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
  ] as const)
    expect(isAllowed(host, address), host).toBe(true)
  expect(isAllowed('localhost', '10.0.0.1')).toBe(false)
  expect(isAllowed('localhost', '1.1.1.1')).toBe(false)
  expect(isAllowed('localhost.provider.example', '127.0.0.1')).toBe(false)
})

it.each([
  'http://169.254.169.254/latest',
  'http://10.1.2.3:1/v1',
  'http://[fe80::1]/v1',
  'http://[::ffff:10.0.0.1]/v1',
  'http://0x7f.1.1.1.invalid/v1',
])('fails for %s without a request', async (LLM_BASE_URL) => {
  const ask = await provider({ ...options, LLM_BASE_URL })
  const startedAt = Date.now()
  expect(await ask?.([{ role: 'user', content: 'Hi' }])).toEqual({ error: 'http' })
  expect(Date.now() - startedAt).toBeLessThan(5000)
})

it('makes no provider without a key', async () => {
  expect(await provider({ ...options, LLM_BASE_URL: 'http://localhost/', LLM_API_KEY: undefined })).toBeNull()
})
