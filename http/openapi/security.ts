/** Every way to say who calls. */
export const securitySchemes = {
  portfolioToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Portfolio-Token',
    description: 'A portfolio token, `pft_…`; its scopes are `read` and `write`.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of a user, `ops_…`; its abilities say what it may do.',
  },
  llmKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-LLM-Key',
    description: 'A key for language models, `llm_…`; its scopes are `resources:read` and `resources:write`.',
  },
  botKey: { type: 'apiKey', in: 'header', name: 'X-Bot-Key', description: 'The same key in another header.' },
  bearerKey: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
} as const

export type SecurityScheme = keyof typeof securitySchemes
