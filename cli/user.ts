import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { invitationUrl } from '../http/admin/record/address.ts'
import { Password, passwordLength } from '../src/access/password.ts'
import { type Role, roles, type UserStatus, userStatuses } from '../src/access/person.ts'
import { StoredUser, User } from '../src/access/user.ts'
import { type EntityManager, transact } from '../src/database/transaction.ts'
import {
  changeUser,
  createUser,
  listUsers,
  type NewPassword,
  setPassword,
} from '../src/people/user-administration.ts'
import { type Enumeration, values } from '../src/record/rules/enumeration.ts'
import { emailParser, nameParser, withUserListHint } from './argument.ts'
import { operator, withMigratedDatabase } from './database.ts'
import { type JsonOption, printList, printResult } from './output.ts'

type PasswordOptions = JsonOption & { passwordStdin?: true }
type CreateOptions = PasswordOptions & { email: string; name: string; role: Role }

const passwordStdin = () =>
  new Option('--password-stdin', 'read the password from stdin instead of generating one')

/** `user create|list|set-password|set-role|set-status` */
export function userCommand(program: Command): void {
  const user = program.command('user').description('manage users')
  user
    .command('create')
    .description('create a user; a generated password, and a link to choose another one, are shown only once')
    .requiredOption('--email <email>', 'email address to log in with', emailParser)
    .requiredOption('--name <name>', 'name of the user', nameParser(StoredUser.shape.name))
    .addOption(new Option('--role <role>', 'role of the user').choices(values(roles)).makeOptionMandatory())
    .addOption(passwordStdin())
    .action(create)
  user.command('list').description('list all users').action(list)
  user
    .command('set-password')
    .description(
      'set the password of a user and end all of their access; a generated password is shown only once',
    )
    .argument('<email>', 'email of the user', emailParser)
    .addOption(passwordStdin())
    .action(changePassword)
  user
    .command('set-role')
    .description(`set the role of a user: ${values(roles).join(', ')}`)
    .argument('<email>', 'email of the user', emailParser)
    .argument('<role>', 'new role', oneOf(roles))
    .action(changeRole)
  user
    .command('set-status')
    .description(
      'set the status of a user: active, inactive (read-only, but can revoke their own tokens) or blocked (cannot log in, all access ends)',
    )
    .argument('<email>', 'email of the user', emailParser)
    .argument('<status>', 'new status', oneOf(userStatuses))
    .action(changeStatus)
}

async function create({ email, name, role, ...options }: CreateOptions): Promise<void> {
  const input = { email, name, role, ...(await givenPassword(options)) }
  const { user, generated_password, link } = await withUserListHint(() =>
    withMigratedDatabase(async ({ orm }, { PUBLIC_URL }) => {
      const created = await transact(orm, (em) => createUser(em, operator, input))
      const { invitation } = created
      return { ...created, link: invitation === null ? undefined : invitationUrl(PUBLIC_URL, invitation) }
    }),
  )
  const lines = [
    `User ${user.id} created: ${email}, role ${role}.`,
    ...passwordLines(generated_password),
    ...(link ? [`Link to choose another password, once within 72 hours: ${link}`] : []),
  ]
  printResult(options, { user, ...generated(generated_password), ...(link && { link }) }, lines.join('\n'))
}

async function list(options: JsonOption): Promise<void> {
  const users = await withMigratedDatabase(async ({ orm }) =>
    (await listUsers(orm.em.fork())).map((user) => User.parse(user)),
  )
  const rows = users.map(({ id, email, role, status, name }) => [id, email, role, status, name])
  const none = 'No users. Create one with "portfolio-ops user create --email EMAIL --name NAME --role admin".'
  printList(options, { users }, rows, none)
}

async function changePassword(email: string, options: PasswordOptions): Promise<void> {
  const input = await givenPassword(options)
  const { generated_password, revoked_tokens } = await changeUsers((em) =>
    setPassword(em, operator, { email }, input),
  )
  const lines = [
    `Password of ${email} changed.${revokedSentence(revoked_tokens)}`,
    ...passwordLines(generated_password),
  ]
  printResult(options, { email, revoked_tokens, ...generated(generated_password) }, lines.join('\n'))
}

async function changeRole(email: string, role: Role, options: JsonOption): Promise<void> {
  await changeUsers((em) => changeUser(em, operator, { email }, { role }))
  printResult(options, { email, role }, `Role of ${email} changed to ${role}.`)
}

async function changeStatus(email: string, status: UserStatus, options: JsonOption): Promise<void> {
  const { revoked_tokens } = await changeUsers((em) => changeUser(em, operator, { email }, { status }))
  const summary = `Status of ${email} changed to ${status}.${revokedSentence(revoked_tokens)}`
  printResult(options, { email, status, revoked_tokens }, summary)
}

function changeUsers<T>(callback: (em: EntityManager) => Promise<T>): Promise<T> {
  return withUserListHint(() => withMigratedDatabase(({ orm }) => transact(orm, callback)))
}

// Without a password one is generated.
async function givenPassword({ passwordStdin }: PasswordOptions): Promise<NewPassword> {
  if (!passwordStdin) return {}
  // The final line break is not part of the password.
  const input = Password.safeParse((await text(process.stdin)).replace(/\r?\n$/, ''))
  if (!input.success)
    throw new Error(
      `The password on stdin must have ${passwordLength.min} to ${passwordLength.max} characters. Correct it, or omit --password-stdin to generate one.`,
    )
  return { password: input.data }
}

function revokedSentence(revokedTokens: number): string {
  return revokedTokens > 0 ? ` Revoked operations tokens: ${revokedTokens}.` : ''
}

function generated(password: string | null) {
  return password !== null && { password }
}

function passwordLines(password: string | null): string[] {
  return password === null ? [] : [`Password, shown only once: ${password}`]
}

function oneOf(terms: Enumeration) {
  return (value: string): string => {
    if (!Object.hasOwn(terms, value))
      throw new InvalidArgumentError(`Allowed choices are ${Object.keys(terms).join(', ')}.`)
    return value
  }
}
