import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** The OTLP numbers: 1 internal, 2 server, 3 client. */
  kind: number;
  failed: boolean;
  facts: Record<string, string | number>;
  service: string;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** All request bodies, unparsed. */
  text(): string;
  authorizations: Set<string>;
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        status: { code?: number };
        attributes: Attribute[];
      }[];
    }[];
  }[];
}

const factsOf = (attributes: Attribute[]): CollectedSpan['facts'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** A trace collector that accepts OTLP over HTTP, in JSON. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      if (request.url !== '/v1/traces') return response.writeHead(404).end();
      bodies.push(body);
      collector.authorizations.add(String(request.headers.authorization));
      for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
        for (const { traceId, spanId, parentSpanId, name, kind, status, attributes } of scopeSpans.flatMap(({ spans }) => spans)) {
          const service = String(factsOf(resource.attributes)['service.name']);
          collector.spans.push({
            traceId,
            spanId,
            parentSpanId,
            name,
            kind,
            failed: status.code === 2,
            facts: factsOf(attributes),
            service,
          });
        }
      }
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    text: () => bodies.join('\n'),
    authorizations: new Set(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}
