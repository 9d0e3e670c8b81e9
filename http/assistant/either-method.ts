/** How resources are changed: agents send one or the other, and mean the same. */
export const eitherMethod = {
  methods: ['PUT', 'PATCH'],
  description: 'Both methods change what is sent and nothing else.',
} as const
