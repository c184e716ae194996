// Preloaded into a service: shifts its wall clock by the milliseconds in a file. Timers use the monotonic clock, which is not shifted.
import { readFileSync } from 'node:fs';

const file = process.env.FAULTS_CLOCK_FILE;
const RealDate = Date;
let shift = 0;
const look = () => {
  shift = Number(readFileSync(file, 'utf8'));
};
look();
setInterval(look, 50).unref();

class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...given);
  }

  static now() {
    return RealDate.now() + shift;
  }
}
globalThis.Date = ShiftedDate;
