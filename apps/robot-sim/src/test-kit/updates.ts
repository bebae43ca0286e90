import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { canonicalOtaManifest, type OtaManifest, type OtaParams } from '@sweepline/contract/robot';
import { specOf } from '../robot/spec.ts';
import { Computer } from '../wire/connection/computer.ts';
import type { ComputerSetup } from '../wire/connection/computer-setup.ts';
import { memoryDisk } from '../wire/connection/disk.ts';
import { versionsOf } from '../wire/messages/reported.ts';
import { builtInWorld } from '../world/built-in.ts';
import { dockOf } from './robots.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ format: 'jwk' }).x ?? '';
const trustedKey = {
  keyId: 'release-2026',
  publicKey: Buffer.from(raw, 'base64url').toString('base64'),
};
const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');

export const packageBytes = gzipSync(randomBytes(300_000));

/** Parameters of an update of a J30 to 9.0.0, signed unless a signature is given. */
export function anUpdate(over: Partial<OtaParams> & { about?: Partial<OtaManifest> } = {}): OtaParams {
  const { about, ...params } = over;
  const manifest: OtaManifest = {
    models: ['J30'],
    pkgType: 'ROBOT',
    version: '9.0.0',
    minVersion: null,
    fromVersions: [],
    needs: [],
    bytes: packageBytes.byteLength,
    sha256: createHash('sha256').update(packageBytes).digest('hex'),
    keyId: trustedKey.keyId,
    ...about,
  };
  return {
    jobId: randomUUID(),
    taskId: 't',
    packageId: 'p',
    fileId: randomUUID(),
    format: 'tar.gz',
    manifest,
    signature: signed(canonicalOtaManifest(manifest)),
    md5: '',
    force: false,
    autoInstall: true,
    window: null,
    minSoc: 40,
    requireDocked: true,
    allowMobileData: true,
    expiresAt: '2027-01-01T00:00:00.000Z',
    ...params,
  };
}

type Setup = Partial<Pick<ComputerSetup, 'otaFail' | 'powerCut' | 'fetchRange' | 'partUploads'>> & {
  light?: boolean;
  socPct?: number;
  sn?: string;
};

/** A robot that restarts by itself, with a server that has the bytes of `packageBytes`. */
export function anUpdatingRobot({ light = false, socPct = 80, sn = 'J30C0001', ...over }: Setup = {}) {
  const world = builtInWorld('office', 1);
  const dock = dockOf(world);
  const disk = memoryDisk();
  const reports: Record<string, unknown>[] = [];
  const pieces: [number, number][] = [];
  let nowMs = Date.parse('2026-11-20T08:00:00.000Z');
  let isRebooting = false;
  const boot = (): Computer => {
    const computer: Computer = new Computer({
      robot: {
        sn,
        spec: specOf('J30'),
        world,
        seed: 1,
        light,
        dock,
        socPct,
        mtbfH: undefined,
        start: dock,
      },
      identity: {
        interfaceName: 'vda5050',
        major: 'v3',
        version: '3.0.0',
        manufacturer: 'JBOT',
        serialNumber: sn,
      },
      disk,
      now: () => nowMs,
      monotonicMs: () => nowMs,
      speedup: 10,
      plain: false,
      upload: undefined,
      fetchSection: () => Promise.reject(new Error('none')),
      trustedKeys: () => Promise.resolve([trustedKey]),
      fetchRange: (_link, from, to) => {
        pieces.push([from, to]);
        return Promise.resolve(packageBytes.subarray(from, to + 1));
      },
      ...over,
      send: ({ payload, topic }) => {
        const body = JSON.parse(payload) as Record<string, unknown>;
        if (topic.endsWith('/xJob')) reports.push(body);
        if (typeof body['msgId'] === 'string') computer.journal.acknowledge([body['msgId']]);
        if (body['type'] === 'download.url') answer(body['requestId']);
      },
      reboot: () => (isRebooting = true),
      unbound: () => undefined,
      log: () => undefined,
    });
    const answer = (requestId: unknown) => {
      const response = { requestId, status: 'OK', result: { url: '/device/v1/files/x' } };
      queueMicrotask(() => computer.receive('xResponse', Buffer.from(JSON.stringify(response))));
    };
    computer.connected();
    return computer;
  };
  let current = boot();
  return {
    reports,
    pieces,
    get computer() {
      return current;
    },
    get versions() {
      return versionsOf(current.robot, current.installed);
    },
    /** The phases without repetitions. */
    phases: () =>
      reports.map(({ phase }) => phase).filter((phase, i, all) => i === 0 || phase !== all[i - 1]),
    /** Lets simulated seconds pass, in steps of ten, one second of real time each. */
    advance: async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 10) {
        nowMs += 1000;
        current.tick(10);
        await current.jobs.settled();
        if (!isRebooting) continue;
        isRebooting = false;
        current = boot();
      }
    },
    /** Lets real time pass at once. */
    wait: (ms: number) => (nowMs += ms),
  };
}
