import { EncodedText } from '../platform/http/encoded-text.ts';

/** A page of a week has some 40 kB. */
const maxPages = 64;

/** What the windows of a page were computed from. Each is replaced by another object when it changes. */
interface PageSources {
  verdicts: object;
  sessions: object;
}

/** Written pages of spray windows. A page is used as long as it would be written from the same objects. */
export class WindowPageCache {
  readonly #pages = new Map<string, PageSources & { json: EncodedText }>();

  async get(key: string, { verdicts, sessions }: PageSources, write: () => Promise<string>): Promise<EncodedText> {
    const found = this.#pages.get(key);
    if (found?.verdicts === verdicts && found.sessions === sessions) {
      this.#keep(key, found);
      return found.json;
    }
    const json = new EncodedText(await write());
    this.#keep(key, { verdicts, sessions, json });
    return json;
  }

  /** The page that was used longest ago is dropped first. */
  #keep(key: string, page: PageSources & { json: EncodedText }): void {
    this.#pages.delete(key);
    this.#pages.set(key, page);
    if (this.#pages.size <= maxPages) return;
    const [oldest] = this.#pages.keys();
    if (oldest !== undefined) this.#pages.delete(oldest);
  }
}
