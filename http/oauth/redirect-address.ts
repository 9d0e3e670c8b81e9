import { domainToASCII } from 'node:url'
import topLevelDomains from 'tlds' with { type: 'json' }
import { isLoopbackName } from '../../src/record/public-address.ts'

// RFC 8252: the scheme of an app begins with its domain, in reverse order. A domain has two labels or more.
const domains = new Set(topLevelDomains.map((name) => domainToASCII(name)))
const editors = ['cursor', 'vscode', 'vscode-insiders', 'windsurf', 'zed']
// The names of this machine that the OAuth library accepts with any port.
const ownMachine = ['localhost', '127.0.0.1', '[::1]']
// A host may have other characters, such as `;`, which would end a directive of the Content-Security-Policy.
const plainHost = /^([\w.-]+|\[[\da-f:.]+\])$/

/** Returns why a client cannot have its users sent to an address, or undefined if it can. */
export function redirectFault(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (!url || String(address).includes('#')) return 'A redirect address must be a URL without a fragment.'
  const scheme = url.protocol.slice(0, -1)
  const isWeb = scheme === 'https' || (scheme === 'http' && ownMachine.includes(url.hostname))
  if (isWeb && plainHost.test(url.hostname)) return undefined
  const [first = '', second] = scheme.split('.')
  if (editors.includes(scheme) || (second && domains.has(first))) return undefined
  return `A redirect address must be https, http on a loopback address, the scheme of an app that begins with its domain, such as com.example:, or of an editor: ${editors.join(', ')}.`
}

/** Returns where a browser goes for a redirect address: its scheme and host. */
export function shownRedirect({ protocol, host }: URL): string {
  return host ? `${protocol}//${host}` : protocol
}

/** Returns whether the program at a redirect address runs on the machine of the browser, so that it can be any. */
export function isOwnComputer({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' || isLoopbackName(hostname)
}
