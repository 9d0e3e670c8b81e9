import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addressFault } from '../../../src/record/guarded-fetch.ts'

const notHttps = 'It must be an https address.'
const notPublic = 'It must be a public address, not one of a private network.'
const fault = (url: string, isLocal: boolean) => addressFault(url, isLocal, 'It')?.toString()

const loopback = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '127.0.0.1.',
]
const privateHosts = [
  '10.0.0.7',
  '167772167',
  '192.168.1.1',
  '172.16.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '0',
  '[::]',
  '[::ffff:10.0.0.7]',
  '[64:ff9b::a00:7]',
  '[fd00::1]',
  '[fe80::1]',
  '[2002:a00:7::]',
  '[2001:0:a00:7::]',
  '[::10.0.0.7]',
  '[64:ff9b:1::a00:7]',
]

describe('an address of this machine', () => {
  it.each(loopback)('is rejected unless only this machine reaches the service: %s', (host) => {
    expect(fault(`https://${host}/`, false)).toBe(notPublic)
    expect(fault(`http://${host}:8080/`, false)).toBe(notHttps)
    expect(fault(`http://${host}:8080/`, true)).toBeUndefined()
    expect(fault(`https://${host}/`, true)).toBeUndefined()
  })
})

it.each(privateHosts)('rejects an address of a private network everywhere: %s', (host) => {
  for (const isLocal of [true, false]) expect(fault(`https://${host}/`, isLocal)).toBe(notPublic)
})

it('accepts a public address by https only', () => {
  for (const host of ['hooks.example.com', '93.184.215.14', '[2606:2800:21f::1]'])
    for (const isLocal of [true, false]) {
      expect(fault(`https://${host}/`, isLocal)).toBeUndefined()
      expect(fault(`http://${host}/`, isLocal)).toBe(notHttps)
    }
})

// The list of undici, which the package does not export.
const requireFrom = createRequire(import.meta.url)
const { badPorts } = requireFrom(join(dirname(requireFrom.resolve('undici')), 'lib/web/fetch/constants.js'))

describe('a port that fetch never calls', () => {
  it('is rejected by its number, for webhooks and channels', () => {
    expect(badPorts.length).toBeGreaterThan(80)
    for (const port of ['0', ...badPorts])
      for (const url of [`https://hooks.example.com:${port}/`, `http://127.0.0.1:${port}/`])
        expect(fault(url, true)).toBe(`It must not have the port ${port}, which HTTP clients never call.`)
  })

  it('is one of this list alone', () => {
    const allowed = Array.from({ length: 65_535 }, (_, index) => String(index + 1)).filter(
      (port) => !badPorts.includes(port),
    )
    expect(allowed.filter((port) => fault(`https://hooks.example.com:${port}/`, false))).toEqual([])
  })
})
