export const board = {} as const
