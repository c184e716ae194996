export type SpanKind = 'server' | 'client' | 'internal';
export type SpanFacts = Record<string, string | number | boolean>;

/** A piece of work within a trace. */
export interface TraceSpan {
  readonly traceId: string;
  /** What is passed on to others, so that their work appears below this. */
  readonly traceparent: string;
  set(facts: SpanFacts): void;
  /** Of an error its name or code alone is told: its words may be someone's. */
  end(error?: unknown): void;
}

/** Tells a collector what was done, and how long it took. The service runs without one as well. */
export interface Tracing {
  /** A span below the one that is under way; of a request, below what the caller was doing. */
  begin(name: string, kind: SpanKind, facts: SpanFacts, traceparent?: string): TraceSpan;
  /** What is begun in there is below this span. */
  within<T>(span: TraceSpan, work: () => T): T;
  /** What is begun in there is below no span: for work that a request sets off and does not wait for. */
  outside<T>(work: () => T): T;
  /** The span that is under way. */
  current(): TraceSpan | undefined;
  /** Tells of something that is over. */
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
