export const plot = {} as const
