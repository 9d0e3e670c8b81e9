/** The texts of values that no enumeration has. */
export const value = {
  yes: 'Yes',
  no: 'No',
} as const
