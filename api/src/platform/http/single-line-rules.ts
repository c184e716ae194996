/** Line breaks and other control characters, and those that turn the direction of the text around them. */
const forbidden = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

/** A regular expression of text in one line. Clients read it in the OpenAPI document. */
export const singleLinePattern = `^[^${forbidden}]*$`;

const forbiddenRuns = new RegExp(`[${forbidden}]+`, 'g');

/** Text of a file or of another system, with spaces in place of what one line cannot have. */
export const toSingleLine = (text: string): string => text.replace(forbiddenRuns, ' ').trim();
