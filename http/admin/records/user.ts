import { changeUserAndHandOver, UserChangeWithSuccessor } from '../../../src/catalog/handover.ts'
import { readInTransaction } from '../../../src/database/read.ts'
import { phrase } from '../../../src/language/phrase.ts'
import {
  createUser,
  type InvitedUser,
  inviteUser,
  NewPassword,
  NewUser,
  setPassword,
  type UserWithPassword,
  unlinkUser,
} from '../../../src/people/user-administration.ts'
import {
  ListedUser,
  listUserPage,
  readListedUser,
  readUser,
  UserQuery,
} from '../../../src/people/user-list.ts'
import { handedOver, ownedWork } from '../parts/owned-work.ts'
import type { Created, ShownOnce } from '../record/action.ts'
import { invitationUrl } from '../record/address.ts'
import { recordPages } from '../record/record.ts'

/** Users. */
export const userPages = recordPages({
  texts: 'user',
  group: 'administration',
  about: phrase('user.about'),
  historyType: 'user',
  access: 'admin',
  columns: ['name', 'email', 'role', 'status', 'created_at'],
  presets: [
    { label: phrase('user.admins'), query: { role: 'admin' } },
    { label: phrase('user.blockedOnes'), query: { status: 'blocked' } },
  ],
  schema: ListedUser,
  list: { query: UserQuery, run: listUserPage },
  read: readListedUser,
  create: {
    body: NewUser,
    run: async (em, actor, input) => withInvitation(await createUser(em, actor, input)),
  },
  change: {
    body: UserChangeWithSuccessor,
    run: (em, actor, id, input, precondition) =>
      changeUserAndHandOver(em, actor, { id }, input, precondition),
    isDecision: true,
  },
  part: ownedWork,
  actions: [
    {
      path: 'block',
      label: phrase('user.block'),
      done: phrase('user.blocked'),
      confirm: phrase('user.blockQuestion'),
      affected: handedOver,
      body: UserChangeWithSuccessor.pick({ successor: true }),
      isPossible: ({ status }) => status !== 'blocked',
      run: (em, actor, id, { successor }: Pick<UserChangeWithSuccessor, 'successor'>) =>
        changeUserAndHandOver(em, actor, { id }, { status: 'blocked', successor }),
    },
    {
      path: 'link',
      label: phrase('user.invite'),
      done: phrase('user.invited'),
      confirm: phrase('user.inviteQuestion'),
      isPossible: ({ status }) => status === 'active',
      run: async (em, actor, id) => {
        const invitation = await inviteUser(em, actor, { id })
        const user = await readUser(readInTransaction(em), id)
        return { id, shownOnce: shownLink(user, invitation) }
      },
    },
    {
      path: 'unlink',
      label: phrase('user.unlink'),
      done: phrase('user.unlinked'),
      confirm: phrase('user.unlinkQuestion'),
      isPossible: ({ sign_in_service }) => sign_in_service !== null,
      run: (em, actor, id) => unlinkUser(em, actor, { id }),
    },
    {
      path: 'password',
      label: phrase('user.setPassword'),
      done: phrase('user.passwordSet'),
      confirm: phrase('user.passwordQuestion'),
      body: NewPassword,
      run: async (em, actor, id, input) => withPassword(await setPassword(em, actor, { id }, input)),
    },
  ],
})

/**
 * Returns the id of a user, with a generated password as a secret that is shown once. A given password is not shown.
 */
function withPassword({ user, generated_password }: UserWithPassword): Created {
  if (generated_password === null) return { id: user.id }
  const about = phrase('user.generatedPassword', { email: user.email })
  return {
    id: user.id,
    shownOnce: {
      title: phrase('user.passwordTitle', { name: user.name }),
      about,
      secret: generated_password,
    },
  }
}

// Returns the id of a new user, with the link to choose a password. A user with a given password needs none.
function withInvitation({ user, invitation }: Pick<InvitedUser, 'user' | 'invitation'>): Created {
  return { id: user.id, ...(invitation !== null && { shownOnce: shownLink(user, invitation) }) }
}

// Returns the link of a user as a secret that is shown once.
function shownLink({ name }: { name: string }, invitation: string): ShownOnce {
  return {
    title: phrase('user.linkTitle', { name }),
    about: phrase('user.link', { name }),
    secret: (publicUrl) => invitationUrl(publicUrl, invitation),
  }
}
