/** The claims of an ID token, or of an answer of userinfo. */
export type Claims = Record<string, unknown>

/**
 * Returns the email that claims vouch for. `null` if the provider does not say that it has verified the email, undefined
 * if there is no email. Entra says so in `xms_edov`; `preferred_username` is no email, because anyone may choose it there.
 */
export function verifiedEmailOf({ email, email_verified, xms_edov }: Claims): string | null | undefined {
  if (typeof email !== 'string' || email.trim() === '') return undefined
  return email_verified !== false && [email_verified, xms_edov].some(isTrue) ? email : null
}

/** Returns whether claims say anything of whether their email is verified. */
export function saysWhetherVerified({ email_verified, xms_edov }: Claims): boolean {
  return email_verified !== undefined || xms_edov !== undefined
}

// Some providers send text, and Entra a number.
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 1 || claim === '1' || claim === 'true'
}
