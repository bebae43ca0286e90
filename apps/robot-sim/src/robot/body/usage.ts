interface UsageMemory {
  odometerM: number;
  runtimeS: number;
}

/** How much the robot has driven and worked, and how long it is on and idle. All in metres and seconds. */
export class Usage {
  #odometerM: number;
  #runtimeS: number;
  #upS = 0;
  #idleS = 0;

  /** A robot without memory gets an age: 2 to 82 km. */
  constructor(random: () => number, memory: UsageMemory | undefined) {
    this.#odometerM = memory?.odometerM ?? Math.round(2000 + random() * 80_000);
    this.#runtimeS = memory?.runtimeS ?? this.#odometerM * 2.2;
  }

  get odometerM() {
    return this.#odometerM;
  }
  get runtimeS() {
    return this.#runtimeS;
  }
  /** Since the robot was switched on. */
  get upS() {
    return this.#upS;
  }
  /** Since its last work. */
  get idleS() {
    return this.#idleS;
  }

  driven(metres: number) {
    this.#odometerM += metres;
  }
  on(seconds: number) {
    this.#upS += seconds;
  }
  worked(seconds: number) {
    this.#runtimeS += seconds;
    this.#idleS = 0;
  }
  idled(seconds: number) {
    this.#idleS += seconds;
  }
}
