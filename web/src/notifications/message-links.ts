interface MessageLink {
  label: string;
  /** Path on this service. */
  path: string;
}

const linkLine = /^(.+): https?:\/\/[^/\s]+(\/link\/\S+)$/;

/** Separates the signed links of a message, which are lines like `The new time is fine: https://…/link/…`, from its text. */
export function separateLinks(text: string): { body: string; links: MessageLink[] } {
  const body: string[] = [];
  const links: MessageLink[] = [];
  for (const line of text.split('\n')) {
    const [, label, path] = linkLine.exec(line) ?? [];
    if (label === undefined || path === undefined) body.push(line);
    else links.push({ label, path });
  }
  return { body: body.join('\n').trimEnd(), links };
}
