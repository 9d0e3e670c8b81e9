export const undo = {} as const
