export const digest = {} as const
