export const guard = {} as const
