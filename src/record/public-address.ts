import { type LookupAddress, type LookupOptions, lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// The Fetch standard, "port blocking". `fetch` fails for them without a connection.
const blockedPorts = new Set(
  [
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123',
    '135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995',
    '1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080',
  ].flatMap((line) => line.split(' ')),
)

/** Returns the port of a URL if `fetch` never calls it, or undefined. */
export function blockedPort({ port }: URL): string | undefined {
  return blockedPorts.has(port) ? port : undefined
}

const notPublic = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
// For IPv6, everything but the public range, and the ranges that embed IPv4 addresses.
const notPublic6 = [
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['4000::', 2],
  ['8000::', 1],
] as const

// Two lists, because a mixed one matches every IPv4 address as its IPv4-mapped IPv6 address too.
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, prefix] of notPublic) blocked.ipv4.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of notPublic6) blocked.ipv6.addSubnet(network, prefix, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Returns whether a connection to this address is allowed. Loopback is allowed only if the host itself is `localhost`
 * or a loopback address: another name could be pointed at services that only this machine can reach.
 */
export function isAllowed(host: string, address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isLoopbackName(host)) return loopback.check(address, family)
  return isIP(address) !== 0 && !blocked[family].check(address, family)
}

/** Returns whether the host of a URL is `localhost` or a loopback address, in any notation. */
export function isLoopbackName(host: string): boolean {
  const named = host.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  return named === 'localhost' || (isIP(named) !== 0 && within(loopback, named))
}

/** Returns whether the host of a URL may be asked: a name, which is resolved later, or a public address. `isLocal` allows this machine. */
export function isHostAllowed(hostname: string, isLocal: boolean): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isLoopbackName(host)) return isLocal
  return isIP(host) === 0 || isAllowed(host, host)
}

/** Resolves a host for a connection. The connection uses the address that was checked. */
export const guardedLookup: LookupFunction = (host, options, done) => {
  lookUp(host, { ...options, all: true } as LookupOptions & { all: true }, (error, found) => {
    if (error) return done(error, [])
    const addresses: LookupAddress[] = found
    const bad = addresses.find(({ address }) => !isAllowed(host, address))
    if (bad || !addresses[0])
      return done(new Error('The host resolves to an address that is not public.'), [])
    if (options.all) done(null, addresses)
    else done(null, addresses[0].address, addresses[0].family)
  })
}

function within(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
