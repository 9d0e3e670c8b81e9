import type { Translation } from '../translation.ts'

export const trial: Translation<'trial'> = {}
