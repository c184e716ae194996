export type SpanKind = 'server' | 'client' | 'internal';
export type SpanFacts = Record<string, string | number | boolean>;

/** A span of a trace. */
export interface TraceSpan {
  readonly traceId: string;
  /** Header value for outgoing requests, so that their spans are children of this one. */
  readonly traceparent: string;
  set(facts: SpanFacts): void;
  /** Only name or code of the error are exported, because the message may contain personal data. */
  end(error?: unknown): void;
}

/** Creates spans. Tracing is optional. */
export interface Tracing {
  /** Starts a span as a child of the current one; a server span as a child of the caller's span. */
  begin(name: string, kind: SpanKind, facts: SpanFacts, traceparent?: string): TraceSpan;
  /** Runs `work` with this span as the current one. */
  within<T>(span: TraceSpan, work: () => T): T;
  /** Runs `work` without a current span: for background work that a request starts and does not wait for. */
  outside<T>(work: () => T): T;
  /** The current span. */
  current(): TraceSpan | undefined;
  /** Records a span that ends now. */
  note(name: string, facts: SpanFacts, beganAt: Date): void;
  close(): Promise<void>;
}

export async function inSpan<T>(
  tracing: Tracing | undefined,
  name: string,
  kind: SpanKind,
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === undefined) return work();
  const span = tracing.begin(name, kind, facts);
  try {
    const result = await tracing.within(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
