import { randomUUID } from 'node:crypto';
import { otaPackageTypes, otaVersion, type OtaParams } from '@sweepline/contract/robot';
import type { Robot } from '../robot.ts';
import { offers, type Rule } from '../rule.ts';
import { broken, NotApplicable, NotTested } from '../verdict.ts';

const page = 'files.md#order-of-versions';

/** A part of the robot with its version; its names in `xReported.versions` are those of the package types. */
function partOf(robot: Robot): { pkgType: OtaParams['manifest']['pkgType']; version: string } {
  const reported: unknown = robot.received.findLast(({ name }) => name === 'xReported')?.body['versions'];
  const versions = new Map(Object.entries(typeof reported === 'object' && reported ? reported : {}));
  for (const pkgType of otaPackageTypes) {
    const { data } = otaVersion.safeParse(versions.get(pkgType.toLowerCase()));
    if (data !== undefined) return { pkgType, version: data.replace(/\+.*/, '') };
  }
  throw new NotTested('xReported.versions has no version of a package type');
}

/** Offers a package without a valid signature, so a robot that takes it for newer refuses it later. */
function packageOf(pkgType: OtaParams['manifest']['pkgType'], version: string): OtaParams {
  const manifest = { models: ['CONFORM'], pkgType, version, minVersion: null, fromVersions: [], needs: [] };
  return {
    jobId: randomUUID(),
    taskId: randomUUID(),
    packageId: randomUUID(),
    fileId: randomUUID(),
    format: 'zip',
    manifest: { ...manifest, bytes: 1, sha256: '0'.repeat(64), keyId: 'conform' },
    signature: `${'A'.repeat(86)}==`,
    md5: '',
    force: false,
    autoInstall: false,
    window: null,
    minSoc: 40,
    requireDocked: true,
    allowMobileData: false,
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  };
}

async function takesForNewest(robot: Robot, pkgType: OtaParams['manifest']['pkgType'], version: string) {
  const params = packageOf(pkgType, version);
  const mark = robot.mark();
  const reply = await robot.ended('job.ota', params);
  if (!reply) broken('job.ota was not answered');
  const { status, code } = reply.body;
  if (code === 'UNSUPPORTED') throw new NotApplicable('it does not support job.ota');
  if (code === 'BUSY') throw new NotTested('it has an update of its own');
  if (status !== 'SUCCEEDED') broken('SUCCEEDED was expected', reply, 'status');
  const job = await robot.next(mark, 'xJob', ({ body }) => body['jobId'] === params.jobId);
  if (!job) broken('no xJob of the update', reply);
  if (job.body['phase'] === 'NEWEST') return;
  await robot.ended('job.cancel', { jobId: params.jobId });
  broken(`NEWEST was expected for ${version}`, job, 'phase');
}

export const updateRules: readonly Rule[] = [
  {
    id: 'UPDATE-1',
    rule: 'A package whose version differs from its own only after `+` ends as `NEWEST`, and so does a preview of its own version.',
    page,
    needs: [offers('ota')],
    check: async (robot) => {
      const { pkgType, version } = partOf(robot);
      await takesForNewest(robot, pkgType, `${version}+conform.2`);
      if (!version.includes('-')) await takesForNewest(robot, pkgType, `${version}-rc.10`);
    },
  },
  {
    id: 'UPDATE-2',
    rule: 'It orders previews part by part: `rc.10` is above `rc.9`.',
    page,
    check: { untested: 'a robot that runs a preview is needed; compare with the list of the page' },
  },
];
