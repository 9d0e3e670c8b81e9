/**
 * Returns a path of the web interface, or undefined if the value is anything else: another address could belong to
 * somebody else. A browser resolves dot segments and reads a backslash as a slash.
 */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/admin(?!\/log(in|out)\b)([/?][\x21-\x7e]*)?$/.test(value))
    return undefined
  const url = URL.parse(value, 'http://own')
  return url && url.pathname + url.search + url.hash === value ? value : undefined
}
