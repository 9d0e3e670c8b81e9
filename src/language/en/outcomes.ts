export const outcomes = {} as const
