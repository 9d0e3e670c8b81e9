import { changeUserAndHandOver, UserChangeWithSuccessor } from '../../../src/catalog/handover.ts'
import { readInTransaction } from '../../../src/database/read.ts'
import {
  createUser,
  inviteUser,
  NewPassword,
  NewUser,
  setPassword,
  unlinkUser,
} from '../../../src/people/user-administration.ts'
import {
  ListedUser,
  listUserPage,
  readListedUser,
  readUser,
  UserQuery,
} from '../../../src/people/user-list.ts'
import { shownLink, withInvitation, withPassword } from '../parts/generated-password.ts'
import { recordPages } from '../record/record.ts'

/** Users. */
export const userPages = recordPages({
  label: { singular: 'user', plural: 'users' },
  group: 'Access',
  about: 'The people who may sign in, with their roles.',
  historyType: 'user',
  access: 'admin',
  columns: ['name', 'email', 'role', 'status', 'created_at'],
  presets: [
    { label: 'Admins', query: { role: 'admin' } },
    { label: 'Blocked', query: { status: 'blocked' } },
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
  actions: [
    {
      path: 'link',
      label: 'New link',
      done: 'invited',
      confirm:
        'Create a new link with which the user can choose a password? It works once, within 72 hours, and an earlier link ends.',
      isPossible: ({ status }) => status === 'active',
      run: async (em, actor, id) => {
        const invitation = await inviteUser(em, actor, { id })
        const user = await readUser(readInTransaction(em), id)
        return { id, shownOnce: shownLink(user, invitation) }
      },
    },
    {
      path: 'unlink',
      label: 'Unlink account',
      done: 'unlinked',
      confirm:
        'Unlink the account of the sign-in service? The user then signs in with the account that has the email of the user.',
      isPossible: ({ sign_in_service }) => sign_in_service !== null,
      run: (em, actor, id) => unlinkUser(em, actor, { id }),
    },
    {
      path: 'password',
      label: 'Set password',
      done: 'password set',
      confirm:
        'Set a new password? It ends all access of the user: sessions, tokens, calendar address, connections and the link of an invitation.',
      body: NewPassword,
      run: async (em, actor, id, input) => withPassword(await setPassword(em, actor, { id }, input)),
    },
  ],
})
