import { isIP } from 'node:net'
import { isAllowed, isLoopbackName } from '../record/public-address.ts'

/**
 * Returns why nothing may be sent to a URL, as a sentence about `{subject}`, or undefined if it may. Names are resolved
 * when something is sent. `isLocal` allows this machine, by http too.
 */
export function addressFault(text: string, isLocal: boolean, subject: string): string | undefined {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLoopback = isLoopbackName(host)
  if (url.protocol !== 'https:' && !(isLocal && isLoopback)) return `${subject} must be an https address.`
  const isPublic = isLoopback ? isLocal : isIP(host) === 0 || isAllowed(host, host)
  return isPublic ? undefined : `${subject} must be a public address, not one of a private network.`
}
