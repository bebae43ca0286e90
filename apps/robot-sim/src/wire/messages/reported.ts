import { vendorCapabilities } from '@sweepline/contract/robot';
import { canEncodeVp8 } from '../../video/vp8-encoder.ts';
import type { Robot } from '../../robot/robot.ts';
import { algorithmsOf } from '../../robot/body/algorithms.ts';
import { remainingPct } from '../../robot/body/wear.ts';
import type { Installed } from '../connection/installed.ts';
import { cents } from './vda3-messages.ts';
import type { Reported } from '../settings/sections.ts';

const software: Record<string, { robot: string; hmi: string; whole: string }> = {
  J20: { robot: '2.8.3', hmi: '1.9.0', whole: '2.8.3' },
  J30: { robot: '3.4.1', hmi: '2.0.7', whole: '3.4.0' },
  J40: { robot: '4.1.0', hmi: '2.0.7', whole: '4.1.0' },
};

/** The versions of a model at its delivery. */
export function deliveredVersions(model: string): Record<string, string> {
  const versions = software[model];
  if (!versions) return { robot: '1.0.0' };
  return {
    ...versions,
    'firmware.chassis': '1.12.0',
    'firmware.lidar': '5.3.2',
    hardware: `${model}-R2`,
  };
}

/** The versions of the model, with later installations. */
export const versionsOf = ({ spec }: Robot, { parts }: Installed): Record<string, string> => ({
  ...deliveredVersions(spec.model),
  ...parts,
});

/** What it can do and how it cleans (docs/protocol/capabilities.md). */
function declarationOf({ spec, light }: Robot, hasShell: boolean) {
  const { cleaner } = spec;
  if (!cleaner) return { capabilities: [] };
  const can: readonly string[] = cleaner.capabilities;
  const lacks = (word: string) =>
    ((word === 'liveLog' || word === 'aiCollect') && light) || (word === 'shell' && (light || !hasShell));
  const named = (keys: readonly string[]) => keys.map((key) => ({ key }));
  return {
    capabilities: vendorCapabilities.filter((word) => can.includes(word) && !lacks(word)),
    cleaning: {
      toolWidthM: spec.cleaningWidthM,
      toolOffsetM: 0,
      bodyWidthM: spec.widthM,
      modes: named(cleaner.cleaningModes),
      strengths: named(cleaner.strengths),
      waterLitres: cleaner.cleanTankL,
    },
  };
}

/** The body of `xReported`. */
export function reportedOf(
  robot: Robot,
  installed: Installed,
  sections: Record<string, Reported>,
  journalDropped: number,
  sshHostKey: string | undefined,
) {
  const { iccid, imei } = robot.simCard();
  return {
    versions: versionsOf(robot, installed),
    iccid,
    imei,
    networkMode: robot.vitals().networkMode,
    timezone: robot.settings.timezone,
    currentMapId: robot.world.mapId,
    sections,
    consumables: robot.wear.items.map((item) => ({
      id: item.id,
      name: item.name,
      remainingPct: remainingPct(item),
      usedHours: cents(item.usedHours),
      lifeHours: item.lifeHours,
      resets: item.resets,
      ...(item.lastResetAt === undefined ? {} : { lastResetAt: item.lastResetAt }),
    })),
    ...declarationOf(robot, sshHostKey !== undefined),
    cameras: robot.spec.cameras,
    streams: canEncodeVp8() ? ['WS_JPEG', 'WEBRTC'] : ['WS_JPEG'],
    streamKinds: robot.light ? [] : ['LOG', ...(sshHostKey === undefined ? [] : ['SSH'])],
    ...(sshHostKey === undefined ? {} : { sshHostKey }),
    algoCatalogue: algorithmsOf(robot.spec),
    journalDropped,
  };
}
