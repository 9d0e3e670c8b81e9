import type { FastifyRequest } from 'fastify'

/** The headers of an area that may contain its credential, and the sentence that says where credentials come from. */
export type CredentialSource = { headers: string[]; advice: string }

// ${NAME}, $NAME, %NAME% and {{NAME}}, which a client sends as they are if it does not know the variable.
const unexpanded = /^(\$\{.*\}|\$[A-Za-z_]\w*(:\w+)?|%\w+%|\{\{.*\}\})$/

/** Returns what to do about a missing or invalid credential. The value that was sent is not in the sentence. */
export function credentialAdvice(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { headers: names, advice }: CredentialSource,
): string {
  for (const name of names) {
    const sent = headers[name.toLowerCase()]
    if (typeof sent !== 'string') continue
    const credential = sent.replace(/^Bearer\b/i, '').trim()
    if (credential === '') return `The header ${name} is empty: ${notSet}`
    if (unexpanded.test(credential))
      return `The header ${name} contains the name of a variable instead of its value: ${notSet}`
  }
  return advice
}

const notSet =
  'the variable with the credential is not set where the client runs. Set it and restart the client.'
