/** The update methods of the assistants API. Clients use either of them for a partial update. */
export const eitherMethod = {
  methods: ['PUT', 'PATCH'],
  description: 'PUT and PATCH are equivalent: fields that are not sent stay unchanged.',
} as const
