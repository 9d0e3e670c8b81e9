import { z } from 'zod'
import { codePointOf, firstInvisible } from '../invisible.ts'
import { findCredential } from './find-credential.ts'
import { containsRawData } from './raw-data.ts'
import { text } from './text.ts'

/**
 * Returns the rule for a text of at most `max` characters that a person or an agent writes: a summary, without
 * credentials and raw data.
 */
export function prose(max: number) {
  return withCheck(withoutCredentials(text(max)), (value) =>
    containsRawData(value) ? 'The {attr} field must be a summary, not raw data.' : undefined,
  )
}

/** Returns the rule for a text that people approve and agents follow: prose whose every character can be seen. */
export function visibleProse(max: number) {
  return withCheck(prose(max), (value) => {
    const character = firstInvisible(value)
    return (
      character &&
      `The {attr} field must not contain a character that cannot be seen (${codePointOf(character)}). Remove it.`
    )
  })
}

/** Makes a rule of a string reject a credential. The message does not repeat it. */
export function withoutCredentials(rule: z.ZodPreprocess<z.ZodString>): z.ZodPreprocess<z.ZodString> {
  return withCheck(rule, (value) => {
    const kind = findCredential(value)
    return kind && `The {attr} field must not contain a credential (${kind}). Remove it and revoke it.`
  })
}

function withCheck(
  rule: z.ZodPreprocess<z.ZodString>,
  errorOf: (value: string) => string | undefined,
): z.ZodPreprocess<z.ZodString> {
  const { in: normalize, out } = rule.def
  const schema = out.check((context) => {
    // Text over the length limit is not scanned.
    const sentence = context.issues.length > 0 ? undefined : errorOf(context.value)
    if (sentence) context.issues.push({ code: 'custom', params: { sentence }, input: context.value })
  })
  // Zod loses the type of `out` here; a check does not change it.
  return new z.ZodPreprocess({ type: 'pipe', in: normalize, out: schema }) as never
}
