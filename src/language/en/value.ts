/** Values that belong to no enumeration, and what the controls of forms and filters say about values. */
export const value = {
  yes: 'Yes',
  no: 'No',
  filter: '{label}: {value}',
  filterContains: '{label}: “{value}”',
  fromTo: 'From {minimum, number} to {maximum, number}',
  atMostCharacters: 'At most {maximum, number} characters',
  oneRequired: 'At least one is required: {fields}',
  typeRecords: '{description}. Type a title, or for example: signal 12, decision 3',
} as const
