import { type Adapter, errors } from 'oidc-provider'
import type { OAuthPayload, OAuthStore } from '../../src/access/oauth/store.ts'
import type { ClientDocuments } from './client-document.ts'

/** Returns the storage of the OAuth library. Its sessions are not stored: a person signs in to the web interface. */
export function oauthAdapter(store: OAuthStore, documents: ClientDocuments) {
  return (model: string): Adapter => {
    const isStored = model !== 'Session'
    return {
      upsert: async (id, payload, expiresIn) => {
        if (!isStorable(payload))
          throw new errors.InvalidRequest('a text has a character that cannot be stored')
        if (isStored) await store.save(model, id, payload as OAuthPayload, expiresIn)
      },
      find: async (id) => {
        if (model === 'Client') return (await store.find(model, id)) ?? (await documents.find(id))
        return isStored ? store.find(model, id) : undefined
      },
      consume: async (id) => {
        if (!(await store.consume(model, id))) throw new errors.InvalidGrant('it was used at the same time')
      },
      destroy: (id) => store.destroy(model, id),
      revokeByGrantId: (grantId) => store.destroyOfGrant(model, grantId),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    }
  }
}

// PostgreSQL stores neither U+0000 nor half of a surrogate pair.
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable)
}
