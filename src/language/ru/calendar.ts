import type { Translation } from '../translation.ts'

export const calendar: Translation<'calendar'> = {}
