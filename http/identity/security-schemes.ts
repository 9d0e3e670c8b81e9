/** The security schemes of the OpenAPI document. */
export const securitySchemes = {
  portfolioToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Portfolio-Token',
    description: 'Portfolio token, `pft_…`, with the scopes `read` and `write`.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Access token of a user, `ops_…`. Its abilities limit the operations it may call.',
  },
  llmKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-LLM-Key',
    description: 'LLM key, `llm_…`, with the scopes `resources:read` and `resources:write`.',
  },
  botKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Bot-Key',
    description: 'LLM key in the header X-Bot-Key.',
  },
  botToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Bot-Token',
    description: 'Token of the bot endpoints. Required if the server is configured with `BOT_TOKEN`.',
  },
  bearerKey: { type: 'http', scheme: 'bearer', description: 'LLM key as a bearer token.' },
} as const

export type SecurityScheme = keyof typeof securitySchemes
