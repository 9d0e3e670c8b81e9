import { invitationUrl } from '../../../src/people/invitation.ts'
import type { InvitedUser, UserWithPassword } from '../../../src/people/user-administration.ts'
import type { Created, ShownOnce } from '../record/action.ts'

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

/** Returns the id of a new user, with the link to choose a password. A user with a given password needs none. */
export function withInvitation({ user, invitation }: Pick<InvitedUser, 'user' | 'invitation'>): Created {
  return { id: user.id, ...(invitation !== null && { shownOnce: shownLink(user, invitation) }) }
}

/** Returns the link of a user as a secret that is shown once. */
export function shownLink({ name }: { name: string }, invitation: string): ShownOnce {
  return {
    title: `Link for ${name}`,
    about: `Send this link to ${name}, who chooses a password with it. It works once, within 72 hours.`,
    secret: (publicUrl) => invitationUrl(publicUrl, invitation),
  }
}
