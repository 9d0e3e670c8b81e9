export const expectation = {} as const
