export const week = {} as const
