/**
 * Concurrent callers share one call. A caller that arrives during a call shares the next one, because the running call may
 * not include what happened before the caller arrived.
 */
export class SingleFlight<T> {
  readonly #call: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(call: () => Promise<T>) {
    this.#call = call;
  }

  run(): Promise<T> {
    if (this.#running === undefined) return this.#begin();
    this.#next ??= this.#running.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#next = undefined;
    const call = this.#call();
    this.#running = call;
    const done = () => {
      if (this.#running === call) this.#running = undefined;
    };
    call.then(done, done);
    return call;
  }
}
