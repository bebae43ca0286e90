import {
  activate,
  ActivationRefused,
  renewed,
  storedCredential,
  tlsOf,
  type ActivationSetup,
  type Credential,
} from '../activation/activation.ts';
import { RobotProcess, type RobotProcessSetup } from './robot-process.ts';

export interface UnprovisionedRobotSetup
  extends
    Omit<RobotProcessSetup, 'url' | 'password' | 'tls'>,
    Pick<ActivationSetup, 'ca' | 'credentialType'> {
  http: string;
}

const renewalCheckMs = 3_600_000;

/**
 * A robot that came from the factory: until somebody types a code at its screen it is nobody's and connects to nothing; unbound, it
 * asks for a code again.
 */
export class UnprovisionedRobot {
  readonly #setup: UnprovisionedRobotSetup;
  unit: RobotProcess | undefined;
  #trying = false;
  #renewing: NodeJS.Timeout | undefined;

  constructor(setup: UnprovisionedRobotSetup) {
    this.#setup = setup;
  }

  /** Whether its screen asks for an activation code. */
  get asks(): boolean {
    return !this.#trying && (this.unit === undefined || this.unit.atActivation);
  }

  /** Switched on: with what it was given before, or at the screen. */
  start(): void {
    if (this.unit && !this.unit.atActivation) return;
    const given = storedCredential(this.#setup.disk);
    if (!given) return this.#setup.log('not activated: the screen asks for an activation code');
    this.#connect(given);
    clearInterval(this.#renewing);
    if (given.cert === undefined) return;
    void this.#renew();
    this.#renewing = setInterval(() => void this.#renew(), renewalCheckMs);
  }

  #connect(given: Credential): void {
    const { ca, identity } = this.#setup;
    this.unit = new RobotProcess({
      ...this.#setup,
      url: given.url,
      user: identity.serialNumber,
      password: given.password,
      tls: tlsOf(ca, given),
    });
    this.unit.start();
  }

  /** A certificate whose life is two thirds over is renewed, and the new one used from then on. */
  async #renew(): Promise<void> {
    const { identity, model, disk, log } = this.#setup;
    const given = storedCredential(disk);
    if (this.asks || !given) return;
    try {
      const next = await renewed({ ...this.#setup, ...identity, model }, given, Date.now());
      if (!next) return;
      log('certificate renewed');
      await this.unit?.stop();
      this.#connect(next);
    } catch (error) {
      log(`certificate not renewed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Somebody types a code. True when it is activated; then it connects. */
  async enter(code: string): Promise<boolean> {
    const { identity, model, log } = this.#setup;
    this.#trying = true;
    try {
      await activate({ ...this.#setup, ...identity, model }, code);
    } catch (error) {
      if (!(error instanceof ActivationRefused)) throw error;
      log(`activation refused: ${error.message}`);
      return false;
    } finally {
      this.#trying = false;
    }
    log('activated');
    this.start();
    return true;
  }

  /** Somebody changes settings at its screen. */
  edit(values: Record<string, unknown>) {
    this.unit?.edit(values);
  }

  async stop(): Promise<void> {
    clearInterval(this.#renewing);
    await this.unit?.stop();
  }
}
