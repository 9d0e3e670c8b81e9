import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { freeSlug } from '../../record/free-slug.ts'
import { readService } from './read.ts'
import { type NewService, services } from './service.ts'

/** Creates a service. Its slug comes from its name and never changes. */
export async function createService(em: EntityManager, actor: Actor, input: NewService) {
  const { id } = await create(em, actor, services, {
    ...input,
    slug: await freeSlug(em, 'services', input.name, 'service'),
  })
  return readService(readInTransaction(em), id)
}
