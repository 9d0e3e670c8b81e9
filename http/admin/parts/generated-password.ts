import type { UserWithPassword } from '../../../src/people/user-administration.ts'
import type { Created } from '../record/record.ts'

/**
 * Returns the id of a user, with a generated password as a secret that is shown once. A given password is not shown.
 */
export function withPassword({ user, generated_password }: UserWithPassword): Created {
  if (generated_password === null) return { id: user.id }
  const about = `This is the generated password of ${user.email}.`
  return {
    id: user.id,
    shownOnce: { title: `Password of ${user.name}`, about, secret: generated_password },
  }
}
