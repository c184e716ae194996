import { problemKinds } from '../platform/http/problem.ts';

/** Content of docs/problems.md: all problem codes with status and title. */
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
