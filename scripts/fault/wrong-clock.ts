/** Loaded before a server by a fault program: its clock is wrong by `CLOCK_WRONG_MS`. Timers and the monotonic clock are right. */
const wrongMs = Number(process.env['CLOCK_WRONG_MS']);
const RightDate = Date;

class WrongDate extends RightDate {
  constructor(...parts: unknown[]) {
    // The parts of a date, of any of its constructors.
    super(...((parts.length > 0 ? parts : [WrongDate.now()]) as [number]));
  }
  static override now(): number {
    return RightDate.now() + wrongMs;
  }
}
// A call without `new` does not occur.
globalThis.Date = WrongDate as unknown as DateConstructor;
