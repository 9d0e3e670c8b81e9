export const signIn = {} as const
