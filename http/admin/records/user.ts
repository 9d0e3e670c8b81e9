import { User } from '../../../src/access/user.ts'
import {
  changePerson,
  createPerson,
  NewPerson,
  NewPersonPassword,
  PersonChange,
  setPersonPassword,
} from '../../../src/people/user-administration.ts'
import { listPeople, PeopleQuery, readPerson } from '../../../src/people/user-list.ts'
import { withPassword } from '../generated-password.ts'
import { recordPages } from '../record.ts'

/** Users. */
export const userPages = recordPages({
  collection: 'users',
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
  schema: User,
  list: { query: PeopleQuery, run: listPeople },
  read: readPerson,
  create: {
    body: NewPerson,
    run: async (em, actor, input) => withPassword(await createPerson(em, actor, input)),
  },
  change: { body: PersonChange, run: changePerson },
  actions: [
    {
      path: 'password',
      label: 'Set password',
      done: 'password set',
      confirm: 'Set a new password? It ends all sessions of the user and revokes all of their tokens.',
      body: NewPersonPassword,
      run: async (em, actor, id, input) => withPassword(await setPersonPassword(em, actor, id, input)),
    },
  ],
})
