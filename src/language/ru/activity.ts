import type { Translation } from '../translation.ts'

export const activity: Translation<'activity'> = {}
