import type { OtaDeps } from './ota.ts';
import type { OtaRecord } from './ota-record.ts';
import { partOf } from './package-check.ts';

/** Simulated seconds: writing a slot, the self-test, a screen's installation, the way back, and the longest installation. */
const times = { writeS: 60, testS: 300, hmiS: 20, backS: 30, installS: 3600 };

export type InstallResult = 'FINISHED' | 'ROLLBACK' | 'ROLLED_BACK' | undefined;

/** Installs an update into the spare slot, starts it and commits it after its self-test, or goes back. */
export class Installing {
  readonly #deps: OtaDeps;
  readonly #save: () => void;

  constructor(deps: OtaDeps, save: () => void) {
    this.#deps = deps;
    this.#save = save;
  }

  step(record: OtaRecord, connected: boolean): InstallResult {
    const { installed, fail } = this.#deps;
    if (record.params.manifest.pkgType === 'HMI') return this.#installScreen(record);
    if (!installed.onTrial) return this.#writeSlot(record);
    this.#showUpdate();
    const failed = fail === 'boot' || (fail === 'selftest' && record.inPhaseS >= times.testS / 2);
    if (failed || record.inPhaseS >= times.installS) return 'ROLLBACK';
    if (record.inPhaseS < times.testS || !connected) return undefined;
    installed.commit(minimumOf(record));
    return this.#finish();
  }

  /** Before the restart. A power cut here begins with the writing again. */
  #writeSlot(record: OtaRecord): InstallResult {
    const { installed, fail, reboot, versions } = this.#deps;
    const { pkgType, version } = record.params.manifest;
    // The slot was committed just before a power cut, or three starts of it failed.
    if (record.isTried) return versions()[partOf[pkgType]] === version ? this.#finish() : 'ROLLBACK';
    this.#showUpdate();
    if (record.inPhaseS < times.writeS) return undefined;
    if (fail === 'install') return 'ROLLBACK';
    installed.tryOut({ robot: version, ...(pkgType === 'WHOLE' && { whole: version }) });
    record.inPhaseS = 0;
    record.isTried = true;
    this.#save();
    reboot();
    return undefined;
  }

  #installScreen(record: OtaRecord): InstallResult {
    if (record.inPhaseS < times.hmiS) return undefined;
    if (this.#deps.fail === 'install') return 'ROLLBACK';
    this.#deps.installed.put({ hmi: record.params.manifest.version }, minimumOf(record));
    return this.#finish();
  }

  goBack(record: OtaRecord): InstallResult {
    const { installed, reboot, robot } = this.#deps;
    if (installed.onTrial) {
      installed.revert();
      this.#save();
      reboot();
      return undefined;
    }
    if (record.inPhaseS < times.backS) return undefined;
    robot.alarms.raise('70102');
    this.#leaveUpdate();
    return 'ROLLED_BACK';
  }

  #finish(): InstallResult {
    for (const code of ['70101', '70102', '70103'] as const) this.#deps.robot.alarms.clear(code);
    this.#leaveUpdate();
    this.#deps.reportedChanged();
    return 'FINISHED';
  }

  #showUpdate() {
    const { robot } = this.#deps;
    if (robot.mode !== 'INITIALIZING') robot.setMode('OTA_UPGRADE');
  }

  #leaveUpdate() {
    const { robot } = this.#deps;
    if (robot.mode === 'OTA_UPGRADE') robot.rest();
  }
}

const minimumOf = ({ params: { manifest } }: OtaRecord): Record<string, string> =>
  manifest.minVersion === null ? {} : { [partOf[manifest.pkgType]]: manifest.minVersion };
