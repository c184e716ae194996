/**
 * For test workers and the processes that they start. Both run most code a few times: to optimise it later, and to collect new objects less
 * often, takes a tenth to a fifth less CPU time. Newer versions of Node optimise late by themselves and do not have the second option.
 * A thread with little memory would collect all the time if the space for new objects were 48 MB or more.
 */
export const nodeOptions = ['--max-semi-space-size=32', ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [])];
