/** Loaded before a server by a fault program: its clock is wrong by `CLOCK_WRONG_MS`. Timers and the monotonic clock are right. */
const wrongMs = Number(process.env['CLOCK_WRONG_MS']);
const RightDate = Date;

class WrongDate extends RightDate {
  constructor(...args) {
    if (args.length > 0) super(...args);
    else super(WrongDate.now());
  }
  static now() {
    return RightDate.now() + wrongMs;
  }
}
globalThis.Date = WrongDate;
