export const myDay = {} as const
