// Read into a service before anything else: its wall clock is off by as many milliseconds as a file says. Timers go by
// another clock, which nobody can set, and so they do here.
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
