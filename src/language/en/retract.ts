/** Records that should not have been written. */
export const retract = {
  retract: 'Retract',
  restore: 'Restore',
  retracted: 'Retracted',
} as const
