import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { type Actor, actingUserId } from '../access/actor.ts'
import { languageNames, users } from '../access/user.ts'
import type { EntityManager } from '../database/transaction.ts'
import { addHistory } from '../journal/save.ts'
import { enumOf } from '../record/rules/enumeration.ts'
import { nullable } from '../record/rules/rule.ts'

/** The input that chooses the language of the web interface. Null is the language of the browser. */
export const OwnLanguage = z.object({ language: nullable(enumOf(languageNames)) })

/** Changes the language in which the actor sees the web interface. Every user may, whatever the role and the status. */
export async function changeOwnLanguage(
  em: EntityManager,
  actor: Actor,
  { language }: z.output<typeof OwnLanguage>,
): Promise<void> {
  const user = await em.findOneOrFail(
    users,
    { id: actingUserId(actor) },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  const { language: from } = user
  if (language === from) return
  user.language = language
  user.updated_by = actor.by
  addHistory(em, actor, user, 'updated', { language: { from, to: language } })
}
