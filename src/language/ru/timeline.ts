import type { Translation } from '../translation.ts'

export const timeline: Translation<'timeline'> = {}
