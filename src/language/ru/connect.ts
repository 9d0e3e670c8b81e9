import type { Translation } from '../translation.ts'

export const connect: Translation<'connect'> = {}
