/** How long a deprecated field or route keeps working. */
const deprecationDays = 180

/** The Markdown text that the API reference begins with. */
export const introduction = `The HTTP API of a mobile-app company's portfolio, its daily operations and its assistants.
Requests and responses are JSON.

## Authentication

| API | Credential | How to get it |
| --- | --- | --- |
| Portfolio: \`/api/portfolio\` | \`X-Portfolio-Token: pft_…\` | Printed by the first start, or run \`portfolio-ops token create --agent NAME\` |
| Operations: \`/api/v1\` | \`Authorization: Bearer ops_…\` | \`POST /api/v1/auth/token\` with email and password |
| Assistants: \`/api/resources\`, \`/api/improvements\`, \`/api/tasks\`, \`/api/bugs\`, \`/api/agents\` | \`X-LLM-Key: llm_…\` | Run \`portfolio-ops api-key create --name NAME\` |
| Bots: \`/api/v1/bot\` | None, or \`X-Bot-Token\` if the server requires it | Set as \`BOT_TOKEN\` by the operator of the server |

A credential of one API is not valid for the others.

## Errors

Every error has the same body: a \`message\` for people, a stable \`code\` for programs, the \`request_id\`, and after a
failed validation (422) \`errors\` with the messages of every invalid field. \`errors\` and \`warnings\` name at most 50
unknown fields; an entry named \`…\` counts the others. The portfolio API rejects an unknown query parameter with 422,
also of a write; the other APIs ignore it and list it in \`warnings\`.

## Writing safely

Each operation lists which of these it accepts.

- \`?dry_run=1\` validates a write and returns its result with status 200 and \`dry_run: true\`, but stores nothing. A
  record that would be created has no \`id\`; the answer to a DELETE has no other field.
- \`Idempotency-Key\` makes a POST safe to retry. For 24 hours the same key with the same body returns the first
  response again, with \`Idempotent-Replayed: true\`. The same key with another body is rejected with 422, and so is
  a request whose response is over 1 MiB.
- A credential with write access only gets the records that it creates. The answer to a change then has only the \`id\`,
  the \`ETag\` and the fields that the request set.
- \`If-Match\` with the \`ETag\` of an earlier response prevents lost updates. If the record has changed since, the
  answer is 412 with the \`current_etag\`: read the record again, merge the change, and send it with the new tag.

## Reading

- Portfolio lists take \`limit\` (at most 200) and \`offset\`. The change feed takes \`since\`, the \`next_cursor\` of
  the previous response.
- Other lists take \`page\` and \`per_page\` (at most 100) and return \`links\` to the pages around. Clicks, conversation
  turns, histories and the request log also take \`cursor\`, the \`next_cursor\` of the previous response, which costs
  the same on every page.
- \`If-None-Match\` with the \`ETag\` of an earlier response returns 304 without a body if nothing has changed.

## Deprecation

A deprecated field or route works for at least ${deprecationDays} days after it was marked \`deprecated\` here.

## Rate limits

Requests are limited per minute and credential, or per IP address without a valid credential. \`RateLimit\` shows what is
left. Over the limit the answer is 429, and \`Retry-After\` says how many seconds to wait.`
