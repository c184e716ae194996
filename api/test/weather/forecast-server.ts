import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour =
  | 'good'
  | 'slow'
  | 'down'
  | 'rate-limited'
  | 'not-json'
  | 'cut-off'
  | 'other-place'
  | 'gaps'
  | 'absurd'
  | 'partial'
  | 'fewer';

export interface HourValues {
  temperature_2m: number;
  relative_humidity_2m: number;
  precipitation: number;
  precipitation_probability: number;
  wind_speed_10m: number;
  wind_gusts_10m: number;
  wind_direction_10m: number;
  cloud_cover: number;
  temperature_80m: number;
}

const pleasant: HourValues = {
  temperature_2m: 26,
  relative_humidity_2m: 70,
  precipitation: 0,
  precipitation_probability: 5,
  wind_speed_10m: 8,
  wind_gusts_10m: 12,
  wind_direction_10m: 90,
  cloud_cover: 60,
  temperature_80m: 25.4,
};

/** A fake of Open-Meteo's forecast API that can fail. */
export class ForecastServer {
  behaviour: Behaviour = 'good';
  /** The requests so far, with the number of places and the key of each. */
  readonly requests: { places: number; key: string | null }[] = [];
  /** Values at this time in seconds, and rain and gusts of the hour from it on, where they differ from the default weather. */
  hourAt: (seconds: number) => Partial<HourValues> = () => ({});
  readonly #now: () => Date;
  #server: Server | undefined;
  #waiting: ServerResponse[] = [];

  constructor(now: () => Date) {
    this.#now = now;
  }

  async start(): Promise<string> {
    this.#server = createServer((request, response) => this.#answer(new URL(request.url ?? '/', 'http://x'), response));
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const response of this.#waiting) response.destroy();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  #answer(url: URL, response: ServerResponse): void {
    const query = url.searchParams;
    const list = (name: string) => (query.get(name) ?? '').split(',').map(Number);
    const [latitudes, longitudes] = [list('latitude'), list('longitude')];
    this.requests.push({ places: latitudes.length, key: query.get('apikey') });
    if (url.pathname !== '/v1/forecast' || query.get('timeformat') !== 'unixtime') return void response.writeHead(400).end();
    switch (this.behaviour) {
      case 'slow':
        this.#waiting.push(response);
        return;
      case 'down':
        return void response.writeHead(500).end('Internal Server Error');
      case 'rate-limited':
        return void response
          .writeHead(429, { 'retry-after': '1800' })
          .end('{"error":true,"reason":"Minutely API request limit exceeded."}');
      case 'not-json':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>captive portal</html>');
      case 'cut-off':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
        response.write('[{"latitude":10.5,');
        return void setImmediate(() => response.destroy());
    }
    const places = latitudes.map((latitude, index) => this.#place(latitude, longitudes[index] ?? 0));
    if (this.behaviour === 'fewer') places.pop();
    const body = places.length === 1 ? places[0] : places;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #place(latitude: number, longitude: number): object {
    const midnight = Math.floor(this.#now().getTime() / 86_400_000) * 86_400;
    const time = Array.from({ length: 16 * 24 }, (_, hour) => midnight + hour * 3600);
    const column = (name: keyof HourValues) => {
      // Precipitation and gusts at a time are those of the preceding hour.
      const back = name.startsWith('precipitation') || name === 'wind_gusts_10m' ? 3600 : 0;
      const values: (number | null)[] = time.map((seconds) => ({ ...pleasant, ...this.hourAt(seconds - back) })[name]);
      if (this.behaviour === 'absurd' && name === 'wind_speed_10m') return values.map(() => 100_000);
      if (this.behaviour === 'partial' && name === 'wind_gusts_10m') return values.map(() => null);
      return values;
    };
    const hourly = Object.fromEntries((Object.keys(pleasant) as (keyof HourValues)[]).map((name) => [name, column(name)]));
    if (this.behaviour === 'gaps') time.splice(30, 1);
    const shift = this.behaviour === 'other-place' ? 20 : 0.02;
    return { latitude: latitude + shift, longitude, elevation: 4, utc_offset_seconds: 0, hourly: { time, ...hourly } };
  }
}
