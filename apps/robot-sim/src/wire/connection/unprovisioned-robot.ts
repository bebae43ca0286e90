import {
  activate,
  ActivationRefused,
  renewCredential,
  rotateCredential,
  storedCredential,
  tlsOf,
  type ActivationSetup,
  type Credential,
} from '../activation/activation.ts';
import { RobotProcess } from './robot-process.ts';
import type { RobotProcessSetup } from './robot-process-setup.ts';

export interface UnprovisionedRobotSetup
  extends
    Omit<RobotProcessSetup, 'url' | 'password' | 'tls'>,
    Pick<ActivationSetup, 'ca' | 'credentialType'> {
  http: string;
}

const renewalCheckMs = 3_600_000;
/** The reply to a renewal leaves on the old connection; the journal repeats it otherwise. */
const replyMs = 500;

/** A robot without a credential: it connects after its activation, and asks for a code again when it is unbound. */
export class UnprovisionedRobot {
  readonly #setup: UnprovisionedRobotSetup;
  robotProcess: RobotProcess | undefined;
  #activating = false;
  #renewing: NodeJS.Timeout | undefined;

  constructor(setup: UnprovisionedRobotSetup) {
    this.#setup = setup;
  }

  /** Whether the screen asks for an activation code. */
  get asksForCode(): boolean {
    return !this.#activating && (this.robotProcess === undefined || this.robotProcess.atActivation);
  }

  /** Starts the robot with its saved credential, or at the activation screen. */
  start(): void {
    if (this.robotProcess && !this.robotProcess.atActivation) return;
    const credential = storedCredential(this.#setup.disk);
    if (!credential) return this.#setup.log('not activated: the screen asks for an activation code');
    this.#connect(credential);
    clearInterval(this.#renewing);
    if (credential.cert === undefined) return;
    void this.#renew();
    this.#renewing = setInterval(() => void this.#renew(), renewalCheckMs);
  }

  #connect(credential: Credential): void {
    const { ca, identity } = this.#setup;
    this.robotProcess = new RobotProcess({
      ...this.#setup,
      url: credential.url,
      user: identity.serialNumber,
      password: credential.password,
      tls: tlsOf(ca, credential),
      ...(credential.cert !== undefined && { rotateCredential: () => this.#rotate() }),
    });
    this.robotProcess.start();
  }

  /** Renews a certificate after two thirds of its lifetime and reconnects with the new one. */
  async #renew(): Promise<void> {
    const { identity, model, disk, log } = this.#setup;
    const credential = storedCredential(disk);
    if (this.asksForCode || !credential) return;
    try {
      const next = await renewCredential({ ...this.#setup, ...identity, model }, credential, Date.now());
      if (next) await this.#reconnect(next);
    } catch (error) {
      log(`certificate not renewed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #reconnect(next: Credential): Promise<void> {
    this.#setup.log('certificate renewed');
    await this.robotProcess?.stop();
    this.#connect(next);
  }

  /** Renews the certificate because the server asked for it. The reply is sent before the robot reconnects. */
  async #rotate(): Promise<{ notAfter: string }> {
    const { identity, model, disk } = this.#setup;
    const credential = storedCredential(disk);
    if (!credential) throw new Error('there is no credential');
    const next = await rotateCredential({ ...this.#setup, ...identity, model }, credential);
    setTimeout(() => void this.#reconnect(next), replyMs);
    return { notAfter: next.notAfter ?? '' };
  }

  /** Enters an activation code. Returns true when the robot is activated; then it connects. */
  async enter(code: string): Promise<boolean> {
    const { identity, model, log } = this.#setup;
    this.#activating = true;
    try {
      await activate({ ...this.#setup, ...identity, model }, code);
    } catch (error) {
      if (!(error instanceof ActivationRefused)) throw error;
      log(`activation refused: ${error.message}`);
      return false;
    } finally {
      this.#activating = false;
    }
    log('activated');
    this.start();
    return true;
  }

  /** Changes settings at the robot's screen. */
  edit(values: Record<string, unknown>) {
    this.robotProcess?.edit(values);
  }

  /** Cuts the connection for some seconds. */
  cut(seconds: number) {
    this.robotProcess?.cut(seconds);
  }

  async stop(): Promise<void> {
    clearInterval(this.#renewing);
    await this.robotProcess?.stop();
  }
}
