import type { Translation } from '../translation.ts'

export const expectation: Translation<'expectation'> = {}
