import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { generatePassword } from '../src/access/password.ts'
import { type Role, roles, type UserStatus, userStatuses } from '../src/access/person.ts'
import { Password, StoredUser, User } from '../src/access/user.ts'
import { type EntityManager, transact } from '../src/database/unit-of-work.ts'
import { createUser, listUsers, setPassword, setRole, setStatus } from '../src/people/account.ts'
import { toFault } from '../src/record/database-fault.ts'
import { Fault } from '../src/record/fault.ts'
import { values } from '../src/record/enumeration.ts'
import { argumentParser, nameParser } from './argument.ts'
import { withMigratedDatabase } from './database.ts'
import { operator } from './operator.ts'
import { errorLine, printResult } from './output.ts'

type JsonOption = { json?: true }
type PasswordOptions = JsonOption & { passwordStdin?: true }
type CreateOptions = PasswordOptions & { email: string; name: string; role: Role }

const email = argumentParser(StoredUser.shape.email, 'It must be a valid email address.')

const passwordStdin = () =>
  new Option('--password-stdin', 'read the password from stdin instead of generating one')

/** `user create|list|set-password|set-role|set-status` */
export function userCommand(program: Command): void {
  const user = program.command('user').description('manage users')
  user
    .command('create')
    .description('create a user; a generated password is shown only once')
    .requiredOption('--email <email>', 'email address to log in with', email)
    .requiredOption('--name <name>', 'name of the user', nameParser(StoredUser.shape.name))
    .addOption(new Option('--role <role>', 'role of the user').choices(values(roles)).makeOptionMandatory())
    .addOption(passwordStdin())
    .action(create)
  user.command('list').description('list all users').action(list)
  user
    .command('set-password')
    .description('set the password of a user; a generated password is shown only once')
    .argument('<email>', 'email of the user', email)
    .addOption(passwordStdin())
    .action(changePassword)
  user
    .command('set-role')
    .description(`set the role of a user: ${values(roles).join(', ')}`)
    .argument('<email>', 'email of the user', email)
    .argument('<role>', 'new role', oneOf(roles))
    .action(changeRole)
  user
    .command('set-status')
    .description('set the status of a user: active, inactive (can only read) or blocked (cannot log in)')
    .argument('<email>', 'email of the user', email)
    .argument('<status>', 'new status', oneOf(userStatuses))
    .action(changeStatus)
}

async function create({ email, name, role, ...options }: CreateOptions): Promise<void> {
  const { password, generated } = await readOrGeneratePassword(options)
  const user = await changeUsers((em) => createUser(em, operator, { email, name, role, password }))
  const lines = [`User ${user.id} created: ${email}, role ${role}.`]
  if (generated) lines.push(passwordLine(password))
  printResult(options, { user: User.parse(user), ...(generated && { password }) }, lines.join('\n'))
}

async function list(options: JsonOption): Promise<void> {
  const users = await withMigratedDatabase(async ({ orm }) =>
    (await listUsers(orm.em.fork())).map((user) => User.parse(user)),
  )
  const lines = users.map(({ id, email, role, status, name }) => [id, email, role, status, name].join('  '))
  const none = 'No users. Create one with "portfolio-ops user create --email EMAIL --name NAME --role admin".'
  printResult(options, { users }, lines.join('\n') || none)
}

async function changePassword(email: string, options: PasswordOptions): Promise<void> {
  const { password, generated } = await readOrGeneratePassword(options)
  await changeUsers((em) => setPassword(em, operator, email, password))
  const lines = [`Password of ${email} changed.`]
  if (generated) lines.push(passwordLine(password))
  printResult(options, { email, ...(generated && { password }) }, lines.join('\n'))
}

async function changeRole(email: string, role: Role, options: JsonOption): Promise<void> {
  await changeUsers((em) => setRole(em, operator, email, role))
  printResult(options, { email, role }, `Role of ${email} changed to ${role}.`)
}

async function changeStatus(email: string, status: UserStatus, options: JsonOption): Promise<void> {
  await changeUsers((em) => setStatus(em, operator, email, status))
  printResult(options, { email, status }, `Status of ${email} changed to ${status}.`)
}

// If the user exists already or does not exist, the error points to the list of users.
async function changeUsers<T>(callback: (em: EntityManager) => Promise<T>): Promise<T> {
  try {
    return await withMigratedDatabase(({ orm }) => transact(orm, callback))
  } catch (cause) {
    const fault = toFault(cause)
    if (!(fault instanceof Fault && ['not_found', 'validation_failed'].includes(fault.code))) throw cause
    throw new Error(`${errorLine(fault)} Run "portfolio-ops user list" to see all users.`, { cause })
  }
}

async function readOrGeneratePassword({
  passwordStdin,
}: PasswordOptions): Promise<{ password: string; generated: boolean }> {
  if (!passwordStdin) return { password: generatePassword(), generated: true }
  // The final line break is not part of the password.
  const input = Password.safeParse((await text(process.stdin)).replace(/\r?\n$/, ''))
  if (!input.success)
    throw new Error(
      'The password on stdin must have 1 to 1024 characters. Correct it, or omit --password-stdin to generate one.',
    )
  return { password: input.data, generated: false }
}

function passwordLine(password: string): string {
  return `Password, shown only once: ${password}`
}

function oneOf(terms: Record<string, string>) {
  return (value: string): string => {
    if (!Object.hasOwn(terms, value))
      throw new InvalidArgumentError(`Allowed choices are ${Object.keys(terms).join(', ')}.`)
    return value
  }
}
