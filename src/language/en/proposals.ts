export const proposals = {} as const
