/** Everything that an access token may be made able to do. */
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

/** Whether a credential with the abilities `held` has the one that is required. Says nothing of its owner's role. */
export function satisfies(held: readonly string[], required: string): boolean {
  if (held.includes(required) || held.includes('admin:full')) return true
  // Whoever brings the figures may look at them.
  return required === 'analytics:read' && held.includes('analytics:write')
}
