/** Returns a path of the web interface, or undefined if the value is anything else: another address could belong to somebody else. */
export function ownPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/admin(?!\/login|\/logout)([/?][\x21-\x7e]*)?$/.test(value)
    ? value
    : undefined
}
