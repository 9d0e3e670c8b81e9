import type { Translation } from '../translation.ts'

export const notifications: Translation<'notifications'> = {}
