import { permissions, type Call } from '@sweepline/contract';
import { sampleOf } from '../sample.ts';
import type { SendOptions } from '../send.ts';

export type Files = NonNullable<SendOptions['files']>;

const devices = { file: 'sn,model\nX-1,J30' };
const cards = { file: 'iccid\n89490200001234567893' };
const map = {
  picture: Buffer.concat([Buffer.from('P5\n4 4\n255\n'), Buffer.alloc(16, 254)]),
  yaml: 'image: m.pgm\nresolution: 0.1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n',
};

/** Files of the calls that take some. */
export const filesOf: Readonly<Record<string, Files>> = {
  'deviceFiles importPreview': devices,
  'deviceFiles import': devices,
  'networkCards importPreview': cards,
  'networkCards import': cards,
  'customAudio add': { audio: 'not a sound' },
  'logos picture': { picture: 'not a picture' },
  'maps preview': map,
  'maps import': map,
  'maps importBundle': { bundle: 'not a bundle' },
  'mapDrafts ground': { grid: 'not a picture' },
  'mapDrafts importPoints': { lif: '{}' },
};

/** What the schema of an input does not tell: a check of the handler, or of two fields together. */
const refined: Readonly<Record<string, (sample: Record<string, unknown>) => Record<string, unknown>>> = {
  'access whoHolds': () => ({ action: permissions.deviceList }),
  'workOrderEvidence fixes': () => ({ model: 'J30' }),
  'aiProjects add': () => ({ until: '2099-01-01T00:00:00.000Z' }),
  'alarmActs shelve': () => ({ until: '2030-01-03T00:00:00.000Z' }),
  'alarmSettings setAlarm': () => ({ code: '10110' }),
  'deviceLogs upload': () => ({ paths: [robotPath] }),
  'deviceShares create': () => ({ username: 'tree.agent' }),
  'deviceUpdates setSiteWindow': () => ({ window: { from: '07:00', to: '08:00' } }),
  'agreements add': () => ({
    texts: [{ lang: 'en', title: 'x', body: '<p>x</p>' }],
    audiences: ['CONSOLE'],
  }),
  'articles add': () => ({ texts: [{ lang: 'en', question: 'x', answer: '<p>x</p>' }] }),
  'fileTransfers pull': () => ({ path: robotPath }),
  'fileTransfers push': () => ({ targetPath: '/data/import/x.mp3' }),
  'logStore notice': () => ({ paths: [robotPath] }),
  'maintenancePlans add': () => ({ models: ['J30'] }),
  'otaTasks add': ({ plan }) => ({ plan: inFuture(plan as Record<string, unknown>) }),
  'profile save': () => ({ phone: '+491234567', originPassword: 'x' }),
  'schedules create': () => ({ startDate: '2030-02-01' }),
  'settingsProfiles create': () => ({ values: { volume: 5 } }),
  // Which voices there are depends on the machine; a robot is looked for before them.
  'speech preview': () => ({ deviceId: '00000000-0000-7000-8000-000000000000' }),
  'subscriptions create': () => ({ addresses: ['x@example.com'] }),
  'tasks cleanNow': () => cleaning,
  'tasks create': () => cleaning,
  'otaTasks preview': (sample) => inFuture(sample),
  'otaTasks previewRobots': ({ plan }) => ({ plan: inFuture(plan as Record<string, unknown>) }),
};
const robotPath = '/var/log/robot/x.log';
const cleaning = { zoneIds: ['z1'], cleaningMode: 'SCRUB', strength: 'STANDARD' };
const inFuture = (plan: Record<string, unknown>) => ({ ...plan, deadline: '2099-01-01T00:00:00.000Z' });

/** A valid input of a call for the walk. */
export const inputOf = (name: string, call: Call): Record<string, unknown> => {
  const sample = sampleOf(call);
  return { ...sample, ...refined[name]?.(sample) };
};
