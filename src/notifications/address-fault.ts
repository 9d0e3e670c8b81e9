import { isHostAllowed, isLoopbackName } from '../record/public-address.ts'

/**
 * Returns why nothing may be sent to a URL, as a sentence about `{subject}`, or undefined if it may. Names are resolved
 * when something is sent. `isLocal` allows this machine, by http too.
 */
export function addressFault(text: string, isLocal: boolean, subject: string): string | undefined {
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'https:' && !(isLocal && isLoopbackName(hostname)))
    return `${subject} must be an https address.`
  return isHostAllowed(hostname, isLocal)
    ? undefined
    : `${subject} must be a public address, not one of a private network.`
}
