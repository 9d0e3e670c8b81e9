import type { Translation } from '../translation.ts'

export const myDay: Translation<'myDay'> = {}
