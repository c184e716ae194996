/** The push services of Chrome and other browsers on its engine, Firefox, Edge on Windows, and Safari. */
const knownServices = [
  'fcm.googleapis.com',
  // Some versions of Chrome.
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Also for PostgreSQL. There is no character in front of the host's end that could make another part of the address out of it. */
function patternOf(service: string): string {
  if (service.includes('://')) return `^${escaped(service)}/`;
  return service.startsWith('*.') ? `^https://([a-z0-9-]+\\.)+${escaped(service.slice(2))}/` : `^https://${escaped(service)}/`;
}

/** The push services that messages are sent to: a farmer enters the address of a device, so it could be any server otherwise. */
export class PushServices {
  /** Regular expressions of the addresses of their devices. */
  readonly patterns: readonly string[];
  readonly #services: readonly { name: string; form: RegExp }[];

  /** `others`: besides the known ones, as in the configuration. */
  constructor(others: readonly string[]) {
    const services = [...knownServices, ...others];
    this.patterns = services.map(patternOf);
    this.#services = services.map((name) => ({ name, form: new RegExp(patternOf(name)) }));
  }

  /** The service that a device is registered at; undefined: none that is known. */
  of(endpoint: string): string | undefined {
    if (!URL.canParse(endpoint)) return undefined;
    return this.#services.find(({ form }) => form.test(endpoint))?.name;
  }
}
