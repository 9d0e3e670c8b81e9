import { hostile, type RecordForms } from './form-fields.ts'

/** The records of operations, of the assistant and of access. */
export const operationsForms: RecordForms = {
  companies: () => [
    { name: `alpha ${hostile}`, legal_name: hostile, country: 'CY', description: hostile },
    { name: 'beta', website: 'https://beta.test', status: 'prospect' },
    { name: 'gamma' },
  ],
  applications: ({ companies }) => [
    { name: `alpha ${hostile}`, platform: 'ios', status: 'active', company_id: String(companies?.[0]) },
    { name: 'beta', platform: 'android', status: 'paused', bundle_id: 'test.beta' },
    { name: 'gamma', platform: 'web', status: 'draft' },
  ],
  strategies: ({ companies, applications }) => [
    {
      name: `alpha ${hostile}`,
      company_id: String(companies?.[0]),
      application_id: String(applications?.[0]),
      goal: hostile,
      starts_on: '2026-01-01',
      ends_on: '2026-02-01',
    },
    { name: 'beta', status: 'active', starts_on: '2026-03-01' },
    { name: 'gamma' },
  ],
  contacts: ({ companies, applications, strategies }) => [
    {
      name: `alpha ${hostile}`,
      company_id: String(companies?.[0]),
      application_id: String(applications?.[0]),
      strategy_id: String(strategies?.[0]),
      position: hostile,
    },
    { name: 'beta', email: 'beta@people.test', telegram: '@beta', source: 'import' },
    { name: 'gamma' },
  ],
  keywords: ({ strategies, applications }) => [
    {
      keyword: `alpha ${hostile}`,
      strategy_id: String(strategies?.[0]),
      application_id: String(applications?.[0]),
      country: 'DE',
      position: '3',
      search_volume: '1200',
    },
    { keyword: 'beta', strategy_id: String(strategies?.[0]), status: 'active', position: '7' },
    { keyword: 'gamma', strategy_id: String(strategies?.[1]) },
  ],
  services: () => [
    { name: `alpha ${hostile}`, description: hostile, owner: hostile },
    { name: 'beta', url: 'https://beta.test', status: 'paused' },
    { name: 'gamma' },
  ],
  improvements: ({ services }) => [
    { title: `alpha ${hostile}`, service_id: String(services?.[0]), description: hostile },
    { title: 'beta', status: 'planned', priority: 'high' },
    { title: 'gamma' },
  ],
  agents: () => [
    { name: 'alpha', title: `Alpha ${hostile}`, description: hostile, model: hostile, is_active: '1' },
    { name: 'beta', title: 'Beta' },
    { name: 'gamma' },
  ],
  'service-tasks': ({ services, improvements, agents }) => [
    {
      title: `alpha ${hostile}`,
      service_id: String(services?.[0]),
      improvement_id: String(improvements?.[0]),
      agent_id: String(agents?.[0]),
      assignee: hostile,
      due_at: '2026-12-01',
    },
    { title: 'beta', status: 'blocked' },
    { title: 'gamma' },
  ],
  bugs: ({ services }) => [
    { title: `alpha ${hostile}`, service_id: String(services?.[0]), steps: hostile, reported_by: hostile },
    { title: 'beta', severity: 'critical', status: 'fixed' },
    { title: 'gamma' },
  ],
  users: () => [
    { name: `alpha ${hostile}`, email: 'alpha@people.test', role: 'user' },
    { name: 'beta', email: 'beta@people.test', role: 'user', password: 'password of beta' },
    { name: 'gamma', email: 'gamma@people.test', role: 'manager' },
  ],
  'api-token': () => [
    { token_name: `alpha ${hostile}`, abilities: 'apps:read', expires_in_days: '30' },
    { token_name: 'beta', abilities: 'apps:write' },
    { token_name: 'gamma', abilities: 'apps:read' },
  ],
  'api-agent-tokens': () => [
    { agent: `alpha ${hostile}`, scopes: 'read', client: 'codex' },
    { agent: 'beta', scopes: 'write' },
    { agent: 'gamma' },
  ],
  'api-keys': () => [
    { agent: `alpha ${hostile}`, scopes: 'resources:read' },
    { agent: 'beta', scopes: 'resources:read' },
    { agent: 'gamma', scopes: 'resources:read' },
  ],
}
