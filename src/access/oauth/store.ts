import type { MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { digest } from '../../record/token-format.ts'
import { seal, unseal } from '../sealed.ts'
import type { StoredOAuthRecord } from './record.ts'

export type OAuthPayload = Record<string, unknown>

const purpose = 'oauth'
const keysId = 'keys'
const document = 'ClientDocument'
const hour = 3600
const day = 24 * hour
// Of each kind of record that a client stores without a person.
const maxUnconnected = 1000

/** The days for which the document of a connected client is kept. */
export const documentDays = 7

/** Stores the records of the OAuth server. `key` encrypts the secrets of clients and the keys of the server. */
export class OAuthStore {
  readonly #orm: MikroORM
  readonly #key: Buffer

  constructor(orm: MikroORM, key: Buffer) {
    this.#orm = orm
    this.#key = key
  }

  /** Stores a record, or replaces it. `expiresIn` is in seconds; without it the record does not expire. */
  async save(
    model: string,
    id: string,
    { jti: _, ...payload }: OAuthPayload,
    expiresIn?: number,
  ): Promise<void> {
    const { grantId, accountId, clientId, client_secret } = payload
    const stored = {
      ...payload,
      ...(typeof client_secret === 'string' && { client_secret: seal(this.#key, purpose, client_secret) }),
    }
    await sql`
      insert into oauth_records (model, digest, grant_digest, user_id, client_id, payload, expires_at)
      values (${model}, ${digest(id)}, ${typeof grantId === 'string' ? digest(grantId) : null}::text,
        ${typeof accountId === 'string' ? accountId : null}::bigint, ${clientId ?? null}::text,
        ${JSON.stringify(stored)}::jsonb, now() + ${expiresIn ?? null}::int * interval '1 second')
      on conflict (model, digest) do update set payload = excluded.payload, expires_at = excluded.expires_at
    `.execute(this.#db())
    if (accountId === undefined) await this.#deleteOldest(model)
  }

  /** Stores the document of a client: for seven days if a person has connected it, otherwise for an hour. */
  async saveDocument(id: string, payload: OAuthPayload): Promise<void> {
    await this.save(document, id, payload, (await this.isConnected(id)) ? documentDays * day : hour)
  }

  /** Returns whether a person has connected a client. */
  async isConnected(client_id: string): Promise<boolean> {
    const { rows } = await sql`
      select id from oauth_records where model = 'Grant' and client_id = ${client_id} limit 1
    `.execute(this.#db())
    return rows.length > 0
  }

  /** Returns the payload of a record that has not expired. A code or token that was used has `consumed`. */
  async find(model: string, id: string): Promise<OAuthPayload | undefined> {
    const { rows } = await sql<Pick<StoredOAuthRecord, 'payload' | 'consumed_at'>>`
      select payload, consumed_at from oauth_records
      where model = ${model} and digest = ${digest(id)} and (expires_at is null or expires_at > now())
    `.execute(this.#db())
    const [row] = rows
    if (!row) return undefined
    const { client_secret } = row.payload
    return {
      ...row.payload,
      ...(typeof client_secret === 'string' && { client_secret: unseal(this.#key, purpose, client_secret) }),
      ...(model !== 'Client' && model !== document && { jti: id }),
      ...(row.consumed_at && { consumed: Math.floor(Date.parse(row.consumed_at) / 1000) }),
    }
  }

  /** Marks a code or token as used. Returns false if it is used already: of several uses at once one is the first. */
  async consume(model: string, id: string): Promise<boolean> {
    const { rows } = await sql`
      update oauth_records set consumed_at = now()
      where model = ${model} and digest = ${digest(id)} and consumed_at is null returning id
    `.execute(this.#db())
    return rows.length === 1
  }

  async destroy(model: string, id: string): Promise<void> {
    await sql`delete from oauth_records where model = ${model} and digest = ${digest(id)}`.execute(this.#db())
  }

  /** Deletes the records of one kind that belong to a grant. */
  async destroyOfGrant(model: string, grantId: string): Promise<void> {
    await sql`delete from oauth_records where model = ${model} and grant_digest = ${digest(grantId)}`.execute(
      this.#db(),
    )
  }

  /** Returns the keys of the server, which the first server with this database generates by `generate`. */
  async keys<Keys>(generate: () => Promise<Keys>): Promise<Keys> {
    const read = async () => (await this.find('Keys', keysId))?.sealed
    if (!(await read())) {
      const sealed = seal(this.#key, purpose, JSON.stringify(await generate()))
      await sql`
        insert into oauth_records (model, digest, payload)
        values ('Keys', ${digest(keysId)}, ${JSON.stringify({ sealed })}::jsonb)
        on conflict (model, digest) do nothing
      `.execute(this.#db())
    }
    return JSON.parse(unseal(this.#key, purpose, String(await read()))) as Keys
  }

  // Without a person anyone can store records, so their number is bounded. The newest, and used ones, remain.
  async #deleteOldest(model: string): Promise<void> {
    await sql`
      delete from oauth_records where id in (
        select id from oauth_records where model = ${model} and user_id is null and last_used_at is null
        order by coalesce(expires_at, created_at) desc offset ${maxUnconnected} for update skip locked
      )
    `.execute(this.#db())
  }

  #db() {
    return this.#orm.em.fork().getKysely()
  }
}
