import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { lock } from '../../database/lock.ts'
import { type Read, readInTransaction } from '../../database/read.ts'
import { readSnapshot } from '../../database/snapshot.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { type MikroORM, transact } from '../../database/transaction.ts'
import { insertRows } from '../../journal/insert.ts'
import { Fault, invalid, policyDenied } from '../../record/fault.ts'
import { addressFault } from '../../record/guarded-fetch.ts'
import { fieldSubject } from '../../record/validation/messages.ts'
import { startAfter } from '../event/start.ts'
import type { NotificationSettings } from '../settings.ts'
import { sealSecret } from '../webhook/send.ts'
import { webhooks } from '../webhook/webhook.ts'
import { isLive, type Owner, ownerOf } from './owner.ts'
import { refresh } from './refresh.ts'
import { grantUntil, type Subscribed, type SubscriptionRequest, subscriptionId } from './subscription.ts'
import { verifyCallback } from './verify.ts'

// Of a credential.
const maxSubscriptions = 20

type Options = { orm: MikroORM; read: Read; settings: NotificationSettings }

/**
 * Has the occurrences of a type of events sent to an address, or refreshes that. A new address must first show that it wants
 * them.
 *
 * @throws Fault `conflict` with a `limit`, or with the `reason` why the address did not verify
 */
export async function subscribe(
  { orm, read, settings }: Options,
  caller: Caller,
  { secret, ...request }: SubscriptionRequest,
): Promise<Subscribed> {
  const owner = ownerOf(caller)
  const { url } = request
  const fault = addressFault(url, settings.isLocal, fieldSubject('delivery.url'))
  if (fault) throw invalid({ 'delivery.url': fault })
  const subscription = subscriptionId(owner, request)
  const sealed = sealSecret(settings.key, secret)
  const own = await read(selectOwn(owner))
  requireRoom(own, subscription)
  if (!own.some((known) => known.url === url))
    await verifyCallback(settings, { url, secret: sealed, subscription })
  return transact(orm, async (em) => {
    await lock(em, `subscriptions ${owner.credential}`)
    const run = readInTransaction(em)
    await run(deleteDead({ subscription }))
    const known = await em.findOne(webhooks, { subscription }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (known) return refresh(em, settings, known, { secret, sealed, ttlMs: request.ttlMs })
    requireRoom(await run(selectOwn(owner)), subscription)
    const created = await create(em, caller, owner, { ...request, subscription, sealed })
    // The credential may have ended since the request was authenticated.
    if (!(await run(selectOwn(owner))).some((stored) => stored.subscription === subscription))
      throw policyDenied()
    return created
  })
}

/** Ends the subscription of a caller to a type of events at an address. Does nothing if there is none. */
export async function unsubscribe(
  orm: MikroORM,
  caller: Caller,
  request: Pick<SubscriptionRequest, 'type' | 'arguments' | 'url'>,
): Promise<void> {
  const subscription = subscriptionId(ownerOf(caller), request)
  await transact(orm, (em) => em.nativeDelete(webhooks, { subscription }))
}

const selectOwn = statement(
  'subscriptions.own',
  { credential: 'portfolio_token:1', environment_digest: null },
  (_: Pick<Owner, 'credential' | 'environment_digest'>) =>
    db
      .selectFrom('webhooks as webhook')
      .select(['webhook.subscription', 'webhook.url'])
      .where('webhook.credential', '=', param<string>('credential'))
      .where(
        sql<boolean>`webhook.environment_digest is not distinct from ${param('environment_digest')}::text`,
      )
      .where(isLive),
)

const deleteDead = statement(
  'subscriptions.delete_dead',
  { subscription: 'sub_f0e1' },
  (_: { subscription: string }) => sql`
    delete from webhooks as webhook where subscription = ${param('subscription')} and not ${isLive}`,
)

function requireRoom(own: { subscription: string | null }[], subscription: string): void {
  if (own.length < maxSubscriptions || own.some((known) => known.subscription === subscription)) return
  const message = `This credential has ${maxSubscriptions} subscriptions, which is the maximum. End one by events/unsubscribe first.`
  throw new Fault('conflict', message, undefined, { limit: 'subscriptions', max: maxSubscriptions })
}

async function create(
  em: EntityManager,
  caller: Caller,
  owner: Owner,
  {
    subscription,
    sealed,
    url,
    ttlMs,
    type,
    arguments: filters,
    ...start
  }: Omit<SubscriptionRequest, 'secret'> & {
    subscription: string
    sealed: string
  },
): Promise<Subscribed> {
  const read = readInTransaction(em)
  const followed = { type, arguments: filters, credential: owner.credential }
  const { cursor, truncated, isNew, oldest_at } = await startAfter(read, followed, start)
  const expires_at = grantUntil(ttlMs)
  await insertRows(em, webhooks, [
    {
      ...owner,
      subscription,
      name: new URL(url).host,
      url,
      events: [type.name],
      arguments: filters,
      secret: sealed,
      cursor,
      delivered_cursor: cursor,
      snapshot: isNew ? await readSnapshot(read) : null,
      oldest_at,
      expires_at,
      created_by: caller.by,
      updated_by: caller.by,
    },
  ])
  return { id: subscription, refreshBefore: expires_at, cursor, truncated }
}
