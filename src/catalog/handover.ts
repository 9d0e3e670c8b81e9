import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { namedUser, textOfUser, type User } from '../access/user.ts'
import { readInTransaction } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { change } from '../journal/save.ts'
import { fieldPhrase, phrase } from '../language/phrase.ts'
import { applications } from '../operations/application/application.ts'
import { strategies } from '../operations/strategy/strategy.ts'
import { changeUser, UserChange, type UserKey } from '../people/user-administration.ts'
import { decisions } from '../portfolio/decision/decision.ts'
import { change as changeThroughGate } from '../portfolio/gate/save.ts'
import { tasks } from '../portfolio/task/task.ts'
import { isUnfinished } from '../portfolio/urgency.ts'
import { invalid } from '../record/fault.ts'
import type { Precondition } from '../record/lock-record.ts'
import { translations } from '../record/rules/description.ts'
import { nullable } from '../record/rules/rule.ts'
import { text } from '../record/rules/text.ts'
import { invalidBecause } from '../record/validation/messages.ts'

/** The input that changes a user, and names who takes over the work of a user who is blocked. */
export const UserChangeWithSuccessor = UserChange.extend({
  successor: nullable(text(255))
    .optional()
    .describe(
      'Who takes over the applications, strategies, unfinished tasks and active decisions of a blocked user: name, email or id',
    )
    .register(translations, {
      ru: 'Кому перейдут приложения, стратегии, незаконченные задачи и действующие решения заблокированного пользователя: имя, почта или ID',
    }),
})
export type UserChangeWithSuccessor = z.output<typeof UserChangeWithSuccessor>

const lower = (column: string) => sql`lower(${sql.ref(column)} collate "und-x-icu")`
const lowerText = sql`lower(${param('text')} collate "und-x-icu")`
const isLeaver = sql`${lower('record.owner')} in (${lower('leaver.name')}, leaver.email)
  and ${namedUser('owner')} is null`

const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const

/**
 * Changes a user. If the user is blocked then and the input names a successor, also hands the user's work over. Returns
 * how many records were handed over.
 */
export async function changeUserAndHandOver(
  em: EntityManager,
  actor: Actor,
  key: UserKey,
  { successor: named, ...input }: UserChangeWithSuccessor,
  precondition?: Precondition,
) {
  const changed = await changeUser(em, actor, key, input, precondition)
  if (named == null) return { ...changed, handed_over: 0 }
  if (changed.user.status !== 'blocked')
    throw invalid({ successor: fieldPhrase('validation.prohibitedUnlessBlocked').about('successor') })
  const successor = await findSuccessor(em, named)
  return { ...changed, handed_over: await handOver(em, actor, changed.user, successor) }
}

// A blocked user owns nothing, so texts with the name belong to the user only as long as no other user has that name.
async function handOver(
  em: EntityManager,
  actor: Actor,
  { id }: User,
  successor: Successor,
): Promise<number> {
  const owned = await em.find(applications, { owner_id: id, deleted_at: null }, locked)
  const plans = await em.find(strategies, { owner_id: id, deleted_at: null }, locked)
  for (const record of [...owned, ...plans]) change(em, actor, record, { owner_id: successor.id })
  const named = await readInTransaction(em)(selectNamed({ id }))
  const idsOf = (type: string) => named.flatMap((record) => (record.record_type === type ? record.id : []))
  const { owner } = successor
  const review = await em.find(decisions, { id: { $in: idsOf('decision') } }, locked)
  for (const decision of review) await changeThroughGate(em, actor, decision, { owner }, ['owner'])
  const work = await em.find(tasks, { id: { $in: idsOf('task') } }, locked)
  for (const task of work) await changeThroughGate(em, actor, task, { owner }, ['owner'])
  await em.flush()
  return owned.length + plans.length + review.length + work.length
}

/** The user who takes over. `owner` is the text that names the user in tasks and decisions. */
type Successor = { id: number; owner: string }

async function findSuccessor(em: EntityManager, text: string): Promise<Successor> {
  const found = await readInTransaction(em)(selectSuccessor({ text }))
  const [successor, other] = found
  if (successor && !other) return successor
  const why = other
    ? phrase('reference.severalUsers', { names: found.map(({ owner }) => owner).join(', ') })
    : phrase('reference.noUser')
  throw invalid({ successor: invalidBecause('successor', why) })
}

const selectSuccessor = statement(
  'handover.successor',
  { text: 'Anna' },
  () => sql<Successor>`
      select id, ${textOfUser} as owner
      from users
      where status <> 'blocked'
        and (id::text = ${param('text')} or email = ${lowerText} or ${lower('name')} = ${lowerText})
      order by id limit 5`,
)

const selectNamed = statement(
  'handover.records',
  { id: 1 },
  () => sql<{ record_type: string; id: number }>`
      select 'decision' as record_type, record.id from decisions as record, users as leaver
      where leaver.id = ${param('id')} and record.status = 'active' and ${isLeaver}
      union all
      select 'task', record.id from tasks as record, users as leaver
      where leaver.id = ${param('id')} and ${isUnfinished(sql.ref('record.status'))} and ${isLeaver}`,
)
