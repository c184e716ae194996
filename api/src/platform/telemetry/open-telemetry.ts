import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracesConfig } from '../config/telemetry-config.ts';
import type { SpanFacts, TraceSpan, Tracing } from './tracing.ts';

const closeTimeoutMs = 3000;
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Exports spans over OTLP. Loaded only if an exporter is configured. */
export function openTelemetry({ url, headers, serviceName, ratio, every = 5000 }: TracesConfig, version: string): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })),
    // A caller with a trace context has made the sampling decision.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }), scheduledDelayMillis: every })],
  });
  const tracer = provider.getTracer('swath', version);
  const activeSpan = new AsyncLocalStorage<OpenSpan>();
  // Background work started by a request may outlive its span: then it has no parent.
  const current = () => {
    const span = activeSpan.getStore();
    return span?.ended === false ? span : undefined;
  };
  const parentOf = (kind: SpanKind, traceparent: string | undefined) => {
    if (kind === SpanKind.SERVER) return contextOf(traceparent);
    const span = current()?.span;
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
  };
  const begin = (name: string, kind: SpanKind, facts: SpanFacts, traceparent?: string, startTime?: Date) =>
    new OpenSpan(tracer.startSpan(name, { kind, attributes: facts, ...(startTime && { startTime }) }, parentOf(kind, traceparent)));
  return {
    begin: (name, kind, facts, traceparent) => begin(name, kinds[kind], facts, traceparent),
    within: (span, work) => activeSpan.run(span as OpenSpan, work),
    outside: (work) => activeSpan.exit(work),
    current,
    note: (name, facts, beganAt) => begin(name, SpanKind.INTERNAL, facts, undefined, beganAt).end(),
    // Bounded, so that an unresponsive collector does not delay the shutdown.
    close: () =>
      Promise.race([provider.shutdown().catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, closeTimeoutMs).unref())]),
  };
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparentForm = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = traceparentForm.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, isRemote: true, traceFlags });
}

class OpenSpan implements TraceSpan {
  readonly span: Span;
  readonly traceId: string;
  readonly traceparent: string;
  ended = false;

  constructor(span: Span) {
    this.span = span;
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.traceId = traceId;
    this.traceparent = `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
  }

  set(facts: SpanFacts): void {
    this.span.setAttributes(facts);
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      const { code, name } = error as { code?: unknown; name?: unknown };
      this.span.setAttribute('error.type', String(code ?? name ?? 'error'));
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.ended = true;
    this.span.end();
  }
}
