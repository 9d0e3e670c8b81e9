export const invitation = {} as const
