import { blockedPort } from '../record/blocked-port.ts'
import { isHostAllowed, isLoopbackName } from '../record/public-address.ts'

/**
 * Returns why nothing may be sent to a URL, as a sentence about `{subject}`, or undefined if it may. Names are resolved
 * when something is sent. `isLocal` allows this machine, by http too.
 */
export function addressFault(text: string, isLocal: boolean, subject: string): string | undefined {
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(isLocal && isLoopbackName(url.hostname)))
    return `${subject} must be an https address.`
  const port = blockedPort(url)
  if (port !== undefined) return `${subject} must not have the port ${port}, which HTTP clients never call.`
  return isHostAllowed(url.hostname, isLocal)
    ? undefined
    : `${subject} must be a public address, not one of a private network.`
}
