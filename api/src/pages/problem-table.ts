import { problemKinds } from '../platform/http/problem.ts';

/** Every problem code with what it means over HTTP: docs/problems.md is made of it, and a test compares. */
export function problemTable(): string {
  const rows = Object.entries(problemKinds).map(([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`);
  return `# Problem codes

Every refusal is \`application/problem+json\` (RFC 9457) with one of these as its \`code\`. Codes are stable; which operation may answer with
which is in the API reference and in \`openapi.json\`.

| code | status | title |
|---|---|---|
${rows.join('\n')}
`;
}
