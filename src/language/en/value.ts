export const value = {} as const
