import type { Translation } from '../translation.ts'

export const review: Translation<'review'> = {}
