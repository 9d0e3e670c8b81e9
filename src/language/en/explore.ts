export const explore = {} as const
