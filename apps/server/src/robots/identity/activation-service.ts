import { codeIn } from '@sweepline/contract';
import type {
  ActivationAnswer,
  ActivationFault,
  ActivationRequest,
  BrokerAddress,
} from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import {
  countFailure,
  lockCode,
  note,
  useCode,
} from '../../features/stock/activation-codes/activation-code-service.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { networkOf } from '../../platform/http/addresses.ts';
import type { AttemptLimit, AttemptLimits } from '../../platform/limits/rates/attempt-limits.ts';
import { slidingWindow } from '../../platform/limits/rates/sliding-window.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import type { Vault } from '../../platform/files/vault.ts';
import {
  BadRequestForCertificate,
  type Authority,
} from '../../features/devices/identity/certificate-service.ts';
import { isRoutable } from '../../features/devices/identity/broker-name-service.ts';
import { announceDevice, newCredential } from '../../features/devices/identity/credential-service.ts';
import {
  admitCertificate,
  revokeCertificates,
} from '../../features/devices/identity/device-certificate-service.ts';
import { assignDevice, boundDevice, isRepetition, type Attempt, type DeviceRow } from './activated-device.ts';

export interface ActivationDeps {
  db: Db;
  bus: Bus;
  now: Clock;
  vault: Vault;
  authority: Authority;
  /** The broker address for a robot that reached the server by this name; undefined if no listener accepts that credential. */
  brokerFor(credential: 'CERTIFICATE' | 'PASSWORD', reachedAs?: string): BrokerAddress | undefined;
  /** Whether the broker keeps dots in names of robots; undefined while that is unknown. */
  keepsDots(): boolean | undefined;
}

/** The reason sent to a robot whose activation is refused. */
export class ActivationRefusal extends Error {
  readonly fault: ActivationFault | 'CREDENTIAL_UNSUPPORTED';
  constructor(fault: ActivationFault | 'CREDENTIAL_UNSUPPORTED') {
    super(fault);
    this.fault = fault;
  }
}

const hourMs = 3_600_000;
const limitOf = (name: string): AttemptLimit => ({
  name,
  policy: slidingWindow({ max: 5, spanMs: hourMs }),
  keepMs: hourMs,
});
const byCode = limitOf('activations of a code');
const byAddress = limitOf('failed activations of an address');
type Outcome = { fault: ActivationFault } | { deviceId: string; password?: string };

/** Registers robots that present an activation code (docs/protocol/credentials.md#activation). */
export function createActivationService(deps: ActivationDeps, attempts: AttemptLimits) {
  const { db, bus, now, vault, authority } = deps;

  const activate = async (
    request: ActivationRequest,
    { address, reachedAs }: { address: string; reachedAs: string },
  ): Promise<ActivationAnswer> => {
    const credential = request.credentialType ?? 'CERTIFICATE';
    const mqtt = deps.brokerFor(credential, reachedAs);
    if (!mqtt) throw new ActivationRefusal('CREDENTIAL_UNSUPPORTED');
    const code = codeIn(request.activationCode);
    const mark = vault.mark(code ?? request.activationCode);
    // Only failures count for an address, so that the robots of one building can activate at once.
    const ofAddress = [{ limit: byAddress, key: networkOf(address) }];
    if ((await attempts.waitMs(ofAddress)) > 0) throw new ActivationRefusal('RATE_LIMITED');
    // Counted before any check, so that concurrent attempts cannot exceed the limit.
    if ((await attempts.count([{ limit: byCode, key: mark }])) > 0)
      throw new ActivationRefusal('RATE_LIMITED');
    const issued = credential === 'CERTIFICATE' ? await sign(request) : undefined;
    const attempt = { request, address, issued: issued ?? undefined, now: now() };
    const outcome: Outcome =
      code === undefined
        ? { fault: 'CODE_UNKNOWN' }
        : await inScope(db, '*', (tx) => decide(tx, deps, code, attempt, issued === null));
    if ('fault' in outcome) {
      await attempts.failed(ofAddress);
      throw new ActivationRefusal(outcome.fault);
    }
    return {
      ...outcome,
      mqtt,
      ...(issued && {
        certificate: issued.certificate,
        chain: [authority.certificate],
        notAfter: issued.notAfter,
      }),
    };
  };

  /** Null for an invalid request or one of another robot; it counts against the code. */
  const sign = async ({ csr, serialNumber: sn, manufacturer }: ActivationRequest) => {
    try {
      return await authority.issue(csr ?? '', { sn, manufacturer }, now());
    } catch (error) {
      if (error instanceof BadRequestForCertificate) return null;
      throw error;
    }
  };

  /** Issues a new certificate to a robot with a valid credential. */
  const renew = async (
    device: { deviceId: string; companyId: string; sn: string; manufacturer: string },
    csr: string,
  ) => {
    const issued = await authority.issue(csr, device, now());
    await inScope(db, '*', async (tx) => {
      await admitCertificate(tx, now, device, issued);
      tx.afterCommit(() => announceDevice(bus, device.deviceId));
    });
    const { certificate, notAfter } = issued;
    return { certificate, chain: [authority.certificate], notAfter };
  };

  return { activate, renew };
}

/** Decides about one code while its row is locked: two robots with the same code run one after the other. */
async function decide(
  tx: Tx,
  deps: ActivationDeps,
  code: string,
  attempt: Attempt,
  badCsr: boolean,
): Promise<Outcome> {
  const { request, address, now } = attempt;
  const { serialNumber: sn } = request;
  const codeRow = await lockCode(tx, deps.vault, code);
  if (!codeRow) return { fault: 'CODE_UNKNOWN' };
  const refuse = async (fault: ActivationFault): Promise<Outcome> => {
    await countFailure(tx, codeRow, { sn, by: address, now, fault });
    return { fault };
  };
  if (codeRow.state === 'USED') {
    const device = isRepetition(codeRow, attempt) && !badCsr && (await boundDevice(tx, codeRow));
    if (!device) return { fault: 'CODE_USED' };
    await note(tx, [codeRow], { kind: 'ISSUED_AGAIN', at: now.toISOString(), by: address, sn });
    return await issueCredential(tx, deps, device, attempt);
  }
  if (codeRow.state === 'FAILED') return { fault: 'CODE_FAILED' };
  if (codeRow.validUntil && Date.parse(codeRow.validUntil) <= now.getTime()) return { fault: 'CODE_EXPIRED' };
  if (badCsr) return await refuse('BAD_CSR');
  if (![sn, request.manufacturer].every((name) => isRoutable(deps, name))) return await refuse('DOT_IN_NAME');
  if (codeRow.model !== request.model) return await refuse('MODEL_MISMATCH');
  const device = await assignDevice(tx, codeRow, attempt);
  if (!device) return await refuse('SN_TAKEN');
  const { hardwareId } = request;
  await useCode(tx, codeRow, { sn, by: address, now, deviceId: device.id, hardwareId });
  return await issueCredential(tx, deps, device, attempt);
}

/** Issues a new credential; every earlier one of the robot becomes invalid. */
async function issueCredential(
  tx: Tx,
  { bus, now }: ActivationDeps,
  { id: deviceId, companyId }: DeviceRow,
  { issued }: Attempt,
): Promise<Outcome> {
  const { secret, secretHash } = newCredential();
  await tx.update(devices).set({ secretHash }).where(eq(devices.id, deviceId));
  await revokeCertificates(tx, now, deviceId);
  if (issued) await admitCertificate(tx, now, { deviceId, companyId }, issued);
  tx.afterCommit(() => announceDevice(bus, deviceId));
  return issued ? { deviceId } : { deviceId, password: secret };
}
