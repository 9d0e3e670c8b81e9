import type { Translation } from '../translation.ts'

export const explore: Translation<'explore'> = {}
