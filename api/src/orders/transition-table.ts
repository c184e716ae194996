import { transitions } from './order-rules.ts';

/** The text of docs/life-of-an-order.md: the transitions as a Mermaid diagram. A test compares it with the file. */
export function transitionTable(): string {
  const arrows = new Map<string, Set<string>>();
  for (const { action, by, from, to } of transitions) {
    for (const start of from) {
      // `to` lists the target states of all start states together; rescheduling changes the state only if the crew is released.
      const ends =
        action === 'edit' ? [start] : action === 'reschedule' ? (start === 'assigned' ? ['assigned', 'confirmed'] : [start]) : to;
      for (const end of ends) {
        const key = `${start} --> ${end}`;
        arrows.set(key, (arrows.get(key) ?? new Set()).add(`${action.replaceAll('_', ' ')} (${by.join(', ')})`));
      }
    }
  }
  const lines = [...arrows].map(([arrow, labels]) => `  ${arrow}: ${[...labels].join('; ')}`);
  return `# The life of an order

Made from the table in \`api/src/orders/order-rules.ts\`; what is not here cannot happen.

\`\`\`mermaid
stateDiagram-v2
  [*] --> pending: place (farmer)
  [*] --> confirmed: place (farmer, receptionist, admin)
${lines.join('\n')}
  completed --> [*]
  cancelled --> [*]
\`\`\`

Besides these, for ten minutes the office can undo an action on many orders. That restores the state which each order had before
it, if it has not changed since then (\`api/src/dispatch/undo-bulk-action.ts\`).
`;
}
