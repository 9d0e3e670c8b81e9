import type { Translation } from '../translation.ts'

export const time: Translation<'time'> = {}
