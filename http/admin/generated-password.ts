import type { PersonWithPassword } from '../../src/people/user-administration.ts'
import type { Created } from './record.ts'

/** Returns the id of a user, with a generated password as a secret that is shown once. A given password is not shown. */
export function withPassword({ person, generated_password }: PersonWithPassword): Created {
  if (generated_password === null) return { id: person.id }
  const about = `This is the generated password of ${person.email}.`
  return {
    id: person.id,
    shownOnce: { title: `Password of ${person.name}`, about, secret: generated_password },
  }
}
