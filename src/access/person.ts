/** What a person is to the company. */
export const roles = {
  admin: 'may do everything',
  manager: 'writes, and answers for the applications that are theirs',
  user: 'reads',
} as const
export type Role = keyof typeof roles

/** Whether a person may come in. */
export const userStatuses = {
  active: 'may do what the role allows',
  inactive: 'may read, and end their own tokens',
  blocked: 'is out at once',
} as const
export type UserStatus = keyof typeof userStatuses

/** Who acts, as far as rules about people ask. */
export type Person = { id: number; name: string; role: Role; status: UserStatus }
