import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { generatePassword } from '../src/access/password.ts'
import { type Role, roles, type UserStatus, userStatuses } from '../src/access/person.ts'
import { Password, StoredUser, User } from '../src/access/user.ts'
import { type EntityManager, transact } from '../src/database/unit-of-work.ts'
import { createUser, listUsers, setPassword, setRole, setStatus } from '../src/people/account.ts'
import { readFault } from '../src/record/database-fault.ts'
import { Fault } from '../src/record/fault.ts'
import { values } from '../src/record/term.ts'
import { errorLine, printResult } from './answer.ts'
import { argument, name } from './argument.ts'
import { operator, withDatabase } from './open.ts'

type Json = { json?: true }
type Secret = Json & { passwordStdin?: true }
type Create = Secret & { email: string; name: string; role: Role }

const email = argument(StoredUser.shape.email, 'It must be an email address.')

const passwordStdin = () =>
  new Option('--password-stdin', 'read the password from stdin; else one is generated and printed, this once')

/** `user create|list|set-password|set-role|set-status` */
export function userCommand(program: Command): void {
  const user = program.command('user').description('people with an account')
  user
    .command('create')
    .description('create an account')
    .requiredOption('--email <email>', 'the address to log in with', email)
    .requiredOption('--name <name>', 'who it is', name(StoredUser.shape.name))
    .addOption(new Option('--role <role>', 'what they may do').choices(values(roles)).makeOptionMandatory())
    .addOption(passwordStdin())
    .action(create)
  user.command('list').description('list everybody with an account').action(list)
  user
    .command('set-password')
    .description('give somebody another password')
    .argument('<email>', 'whose', email)
    .addOption(passwordStdin())
    .action(changePassword)
  user
    .command('set-role')
    .description(`give somebody another role: ${values(roles).join(', ')}`)
    .argument('<email>', 'whose', email)
    .argument('<role>', 'which', oneOf(roles))
    .action(changeRole)
  user
    .command('set-status')
    .description('let somebody in (active), in to read (inactive), or not at all (blocked)')
    .argument('<email>', 'whom', email)
    .argument('<status>', 'how', oneOf(userStatuses))
    .action(changeStatus)
}

async function create({ email, name, role, ...options }: Create): Promise<void> {
  const { password, told } = await passwordOf(options)
  const user = await changePeople((em) => createUser(em, operator, { email, name, role, password }))
  const words = [`User ${user.id}, ${email}, may log in as ${role}.`, ...told]
  printResult(options, { user: User.parse(user), ...(told.length > 0 && { password }) }, words.join('\n'))
}

async function list(options: Json): Promise<void> {
  const users = await withDatabase(async ({ orm }) =>
    (await listUsers(orm.em.fork())).map((user) => User.parse(user)),
  )
  const lines = users.map(({ id, email, role, status, name }) => [id, email, role, status, name].join('  '))
  const nobody = 'There is nobody: portfolio-ops user create --email EMAIL --name NAME --role admin'
  printResult(options, { users }, lines.join('\n') || nobody)
}

async function changePassword(email: string, options: Secret): Promise<void> {
  const { password, told } = await passwordOf(options)
  await changePeople((em) => setPassword(em, operator, email, password))
  const words = [`${email} has another password.`, ...told]
  printResult(options, { email, ...(told.length > 0 && { password }) }, words.join('\n'))
}

async function changeRole(email: string, role: Role, options: Json): Promise<void> {
  await changePeople((em) => setRole(em, operator, email, role))
  printResult(options, { email, role }, `${email} is ${role} now.`)
}

async function changeStatus(email: string, status: UserStatus, options: Json): Promise<void> {
  await changePeople((em) => setStatus(em, operator, email, status))
  printResult(options, { email, status }, `${email} is ${status} now.`)
}

// Whom the command names is there already, or is not there: the list shows it.
async function changePeople<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
  try {
    return await withDatabase(({ orm }) => transact(orm, work))
  } catch (cause) {
    const fault = readFault(cause)
    if (!(fault instanceof Fault && ['not_found', 'validation_failed'].includes(fault.code))) throw cause
    throw new Error(`${errorLine(fault)} "portfolio-ops user list" lists those there are.`, { cause })
  }
}

async function passwordOf({ passwordStdin }: Secret): Promise<{ password: string; told: string[] }> {
  if (!passwordStdin) {
    const password = generatePassword()
    return { password, told: [`Their password, shown this once: ${password}`] }
  }
  // The end of the line belongs to the terminal, not to the password.
  const given = Password.safeParse((await text(process.stdin)).replace(/\r?\n$/, ''))
  if (!given.success)
    throw new Error(
      'The password on stdin must have 1 to 1024 characters: send one, or leave --password-stdin out to have one made.',
    )
  return { password: given.data, told: [] }
}

function oneOf(terms: Record<string, string>) {
  return (value: string): string => {
    if (!Object.hasOwn(terms, value))
      throw new InvalidArgumentError(`Allowed choices are ${Object.keys(terms).join(', ')}.`)
    return value
  }
}
