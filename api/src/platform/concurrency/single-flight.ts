/**
 * Many ask, one question is sent. Whoever comes while one is under way shares the next, because what the answer has to
 * cover may have happened after the question had been sent.
 */
export class SingleFlight<T> {
  readonly #send: () => Promise<T>;
  #underWay: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(send: () => Promise<T>) {
    this.#send = send;
  }

  ask(): Promise<T> {
    if (this.#underWay === undefined) return this.#begin();
    this.#next ??= this.#underWay.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#next = undefined;
    const asked = this.#send();
    this.#underWay = asked;
    const done = () => {
      if (this.#underWay === asked) this.#underWay = undefined;
    };
    asked.then(done, done);
    return asked;
  }
}
