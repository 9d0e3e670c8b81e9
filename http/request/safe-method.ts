/** Returns whether a method is GET or HEAD, the safe methods (RFC 9110, 9.2.1) that routes are registered for. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
