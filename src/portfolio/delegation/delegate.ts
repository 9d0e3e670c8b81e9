import { p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { tokens } from '../../access/token.ts'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { CatalogPhrase, phrase } from '../../language/phrase.ts'
import type { Message } from '../../record/fault.ts'
import { field } from '../../record/field.ts'
import { translations } from '../../record/rules/description.ts'
import { Id, Reference } from '../../record/rules/id.ts'
import { nullable } from '../../record/rules/rule.ts'
import { invalidBecause } from '../../record/validation/messages.ts'

/** The field of a task that names the agent which should do it, by its portfolio token. */
export const delegation = {
  delegate_token_id: field(
    nullable(Reference)
      .describe('The portfolio token of the agent that should do it. The owner stays responsible')
      .register(translations, {
        ru: 'Токен портфеля агента, которому это поручено. Ответственный остаётся прежним',
      }),
    p
      .manyToOne(tokens)
      .mapToPk()
      .fieldName('delegate_token_id')
      .deleteRule('no action')
      .strictNullable()
      .default(null),
  ),
}

/** The agent that a task is delegated to, in an answer. */
export const Delegate = z
  .object({
    type: z.literal('portfolio_token'),
    id: Id,
    name: z.string(),
    revoked: z.literal(true).optional().describe('Present if the token was revoked'),
  })
  .nullable()
  .describe('The agent that should do it')
export type Delegate = z.output<typeof Delegate>

/** The agent that the task `record` is delegated to, as a JSON object or null. */
export const delegateColumn = sql<Delegate>`(
  select json_strip_nulls(json_build_object('type', 'portfolio_token', 'id', id, 'name', name,
    'revoked', case when revoked_at is not null then true end))
  from tokens where id = record.delegate_token_id)`.as('delegate')

// Whether a token is accepted, and its agent may write or propose.
const mayTakeWork = sql<boolean>`(prefix = 'pft' and revoked_at is null and (expires_at is null or expires_at > now())
  and abilities ?| array['write', 'propose'])`

/** A body, and the tasks within it, that may be delegated. */
type Delegating = {
  delegate_token_id?: number | null | undefined
  tasks?: readonly Delegating[] | undefined
}

/** Returns the error of each field that delegates a task to a token which may not take work. */
export async function invalidDelegates(read: Read, body: Delegating): Promise<Record<string, Message>> {
  const named = delegatesIn(body)
  if (named.length === 0) return {}
  const faults = await read(selectInvalid({ ids: named.map(({ id }) => id) }))
  const entries = faults.flatMap(({ position, fault, name }) =>
    named
      .slice(position - 1, position)
      .map(({ id, field }) => [
        field,
        invalidBecause(field, new CatalogPhrase(`reference.${fault}`, { id, name })),
      ]),
  )
  return Object.fromEntries(entries)
}

function delegatesIn(
  { delegate_token_id, tasks = [] }: Delegating,
  path = '',
): { id: number; field: string }[] {
  return [
    ...(delegate_token_id == null ? [] : [{ id: delegate_token_id, field: `${path}delegate_token_id` }]),
    ...tasks.flatMap((task, index) => delegatesIn(task, `${path}tasks.${index}.`)),
  ]
}

type TokenFault = 'noToken' | 'tokenIsRevoked' | 'tokenHasExpired' | 'tokenMayNotWrite'

const selectInvalid = statement(
  'delegates.invalid',
  { ids: [7] },
  () => sql<{ position: number; fault: TokenFault; name: string }>`
    select position, coalesce(token.name, '') as name, case
        when token.id is null then 'noToken'
        when token.revoked_at is not null then 'tokenIsRevoked'
        when token.expires_at <= now() then 'tokenHasExpired'
        else 'tokenMayNotWrite'
      end as fault
    from unnest(${param('ids')}::bigint[]) with ordinality as named (id, position)
    left join tokens as token on token.id = named.id and token.prefix = 'pft'
    where named.id not in (select id from tokens where ${mayTakeWork})`,
)

/** Returns the message for a filter by an id that no portfolio token, valid or not, has. Undefined if one has it. */
export async function unknownAgent(read: Read, id: string): Promise<CatalogPhrase | undefined> {
  const [token] = await read({ ...selectToken({ id }), onPrimary: true })
  return token ? undefined : invalidBecause('delegate', phrase('reference.noToken', { id }))
}

const selectToken = statement(
  'delegates.token',
  { id: '7' },
  () => sql<{ id: number }>`select id from tokens where prefix = 'pft' and id = ${param('id')}::bigint`,
)

/** An agent that tasks can be delegated to. */
export type Agent = { id: number; name: string }

const maxAgents = 200

/** Returns the agents that tasks can be delegated to, by name. `token_id` is also returned if it no longer may take work. */
export function listAgents(read: Read, token_id: number | null): Promise<(Agent & { is_ended: boolean })[]> {
  return read(selectAgents({ token_id }))
}

const selectAgents = statement(
  'delegates.agents',
  { token_id: 7 },
  (_: { token_id: number | null }) => sql<Agent & { is_ended: boolean }>`
    select id, name, not ${mayTakeWork} as is_ended from tokens
    where ${mayTakeWork} or id = ${param('token_id')}::bigint
    order by lower(name collate "und-x-icu"), id limit ${sql.lit(maxAgents)}`,
)
