export const trial = {} as const
