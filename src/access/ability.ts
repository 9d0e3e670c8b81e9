/** The abilities that can be granted to an access token. */
export const abilities = [
  'apps:read',
  'apps:write',
  'companies:read',
  'companies:write',
  'contacts:read',
  'contacts:write',
  'strategies:read',
  'strategies:write',
  'keywords:read',
  'keywords:write',
  'analytics:read',
  'analytics:write',
  'dashboard:read',
  'logs:read',
  'admin:full',
] as const
export type Ability = (typeof abilities)[number]

/** Returns whether the granted abilities include the required one. Does not check the role of the user. */
export function hasAbility(granted: readonly string[], required: string): boolean {
  if (granted.includes(required) || granted.includes('admin:full')) return true
  // Write access to analytics includes read access.
  return required === 'analytics:read' && granted.includes('analytics:write')
}
