import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { type Language, languages } from '../../../src/language/languages.ts'
import { values } from '../../../src/record/rules/enumeration.ts'

/**
 * Returns the language of the pages of a request: the one that the person chose, else the one that the browser prefers, else
 * that of the server.
 */
export function languageOf(
  { headers, session, server }: FastifyRequest,
  chosen: Language | null | undefined = session?.language,
): Language {
  const { ADMIN_LANGUAGE } = server.config
  const others = values(languages).filter((language) => language !== ADMIN_LANGUAGE)
  const preferred = new Negotiator({ headers }).language([ADMIN_LANGUAGE, ...others])
  return chosen ?? (preferred as Language | undefined) ?? ADMIN_LANGUAGE
}
