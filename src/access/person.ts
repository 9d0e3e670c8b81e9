import { scale } from '../record/rules/enumeration.ts'

/** The roles of users, with their meaning. */
export const roles = {
  admin: 'can do everything',
  manager: 'can write, but change only the applications they own',
  user: 'can read',
} as const
export type Role = keyof typeof roles

/** The statuses of users, with their meaning. */
export const userStatuses = scale({
  active: 'can do everything that the role allows',
  inactive: 'can read and revoke their own tokens; ends connections and the calendar address',
  blocked: 'cannot authenticate; takes effect at once, ends all sessions and revokes all tokens',
})
export type UserStatus = keyof typeof userStatuses

/** The properties of a user that policies check. */
export type Person = { id: number; name: string; role: Role; status: UserStatus }

/** The columns of a person, for a SELECT from the table of users aliased `person`. */
export const personColumns = ['person.id', 'person.name', 'person.role', 'person.status'] as const
