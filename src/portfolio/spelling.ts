// The HTTP API and the MCP tools have other names for the same parameter. Agents mix them up.
const spellings = [
  ['q', 'query'],
  ['product', 'product_slug'],
  ['app', 'app_slug'],
  ['direction', 'direction_slug'],
  ['severity', 'impact_level'],
] as const
const otherSpelling = new Map<string, string>(
  spellings.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
)

/**
 * Returns parameters under the names that `known` has: each may also be sent under its other spelling. One that was
 * sent under both is left for validation to reject.
 */
export function withKnownSpelling(known: object, sent: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const other = Object.hasOwn(known, name) ? undefined : otherSpelling.get(name)
      const isRenamed = other !== undefined && Object.hasOwn(known, other) && !Object.hasOwn(sent, other)
      return [isRenamed ? other : name, value]
    }),
  )
}
