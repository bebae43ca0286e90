import { isRecord } from '@sweepline/contract/robot';
import { hashOf } from '../../../apps/server/src/features/devices/settings/section-service.ts';
import type { Received, Robot } from '../robot.ts';
import { offers, type Need, type Rule } from '../rule.ts';
import { broken } from '../verdict.ts';

const page = 'settings.md#desired-and-reported';
const wrongHash = '0'.repeat(64);
const reportMs = 25_000;

const sectionOf = ({ body }: Received): Record<string, unknown> => {
  const sections = body['sections'];
  const settings = isRecord(sections) ? sections['settings'] : undefined;
  return isRecord(settings) ? settings : {};
};
const takesSettings: Need = (robot) =>
  robot.received.some((message) => message.name === 'xReported' && 'version' in sectionOf(message))
    ? undefined
    : 'it reports no section settings';

const lastVersion = (robot: Robot) =>
  Math.max(0, ...robot.since(0, 'xReported').map((message) => Number(sectionOf(message)['version'] ?? 0)));

/** Publishes settings and waits for the report of this version. `xReported` comes at most every ten seconds. */
async function desire(robot: Robot, version: number, inline: Record<string, unknown>, hash = hashOf(inline)) {
  const mark = robot.mark();
  robot.send('xDesired', { docVersion: version, sections: { settings: { version, hash, inline } } });
  const isAnswer = (message: Received) => {
    const section = sectionOf(message);
    return section['version'] === version && section['status'] !== 'PENDING';
  };
  const report = await robot.next(mark, 'xReported', isAnswer, Math.max(robot.waitMs, reportMs));
  if (!report) broken(`no xReported with version ${version} of settings`);
  return report;
}

function isRefused(report: Received, code: string): void {
  const section = sectionOf(report);
  if (section['status'] !== 'FAILED') broken('FAILED was expected', report, 'sections.settings.status');
  if (section['code'] !== code) broken(`${code} was expected`, report, 'sections.settings.code');
}

const applied = (robot: Robot) =>
  robot.once('applied settings', async () => {
    const document = { volume: 35 };
    const version = lastVersion(robot) + 1;
    return { document, version, report: await desire(robot, version, document) };
  });

export const settingsRules: readonly Rule[] = [
  {
    id: 'SETTINGS-1',
    rule: 'It applies the section `settings` and reports `APPLIED` with its version and hash.',
    page,
    needs: [offers('settings'), takesSettings],
    check: async (robot) => {
      const { report, document } = await applied(robot);
      if (sectionOf(report)['status'] !== 'APPLIED')
        broken('APPLIED was expected', report, 'sections.settings.status');
      if (sectionOf(report)['hash'] !== hashOf(document))
        broken('another hash', report, 'sections.settings.hash');
    },
  },
  {
    id: 'SETTINGS-2',
    rule: 'It reports a section again that comes again and is applied already.',
    page,
    needs: [offers('settings'), takesSettings],
    check: async (robot) => {
      const { version, document } = await applied(robot);
      await desire(robot, version, document);
    },
  },
  {
    id: 'SETTINGS-3',
    rule: 'It refuses a document with another hash (`FAILED`, `HASH`).',
    page,
    needs: [offers('settings'), takesSettings],
    check: async (robot) => {
      const version = lastVersion(robot) + 1;
      const report = await desire(robot, version, { volume: 36 }, wrongHash);
      isRefused(report, 'HASH');
    },
  },
  {
    id: 'SETTINGS-4',
    rule: 'It refuses a document with an unknown key as a whole (`FAILED`, `BAD_PARAMS`).',
    page: 'settings.md#catalogue-of-settings',
    needs: [offers('settings'), takesSettings],
    check: async (robot) => {
      const version = lastVersion(robot) + 1;
      isRefused(await desire(robot, version, { volume: 37, conformUnknown: true }), 'BAD_PARAMS');
    },
  },
  {
    id: 'SETTINGS-5',
    rule: 'A setting changed at the screen is reported as `LOCAL` and pushed with its `baseVersion`.',
    page: 'settings.md#edited-at-the-robot',
    needs: [offers('settings'), takesSettings],
    check: { untested: 'it needs a person at the screen of the robot' },
  },
];
