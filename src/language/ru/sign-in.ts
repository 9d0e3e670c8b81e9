import type { Translation } from '../translation.ts'

export const signIn: Translation<'signIn'> = {}
