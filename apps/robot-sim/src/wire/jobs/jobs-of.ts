import type { XResponse } from '@sweepline/contract/robot';
import type { Robot } from '../../robot/robot.ts';
import type { ComputerSetup } from '../connection/computer-setup.ts';
import type { Installed } from '../connection/installed.ts';
import type { Publisher } from '../connection/publisher.ts';
import type { RobotLog } from '../logs/robot-log.ts';
import type { MapEdits } from '../maps/map-edits.ts';
import { versionsOf } from '../messages/reported.ts';
import type { Sections } from '../settings/sections.ts';
import { AudioFiles } from '../audio/audio-files.ts';
import { Collections } from '../collect/collections.ts';
import { lightMover } from '../transfers/mover.ts';
import { pullMover } from '../transfers/pull-mover.ts';
import { pushMover } from '../transfers/push-mover.ts';
import { Transfers } from '../transfers/transfers.ts';
import { AddressRequests } from './address-requests.ts';
import { Ota } from './ota.ts';

interface Parts {
  robot: Robot;
  installed: Installed;
  log: RobotLog;
  mapEdits: MapEdits;
  sections: Sections;
}

/** The long work of a robot's computer: updates, logs and files. */
export interface RobotJobs {
  ota: Ota;
  transfers: Transfers;
  collections: Collections;
  audio: AudioFiles;
  log: RobotLog;
  tick: (seconds: number, connected: boolean) => void;
  /** Whether a response was for one of the jobs. */
  answered: (response: XResponse) => boolean;
  /** Resolves when the present work on the disk and the network is done. */
  settled: () => Promise<void>;
}

export function jobsOf(setup: ComputerSetup, parts: Parts, publisher: Publisher): RobotJobs {
  const { robot, installed, log, mapEdits, sections } = parts;
  const addresses = new AddressRequests((body) => publisher.publish('xRequest', body));
  const publish = (body: Record<string, unknown>, isDurable: boolean) => {
    if (isDurable) publisher.publishDurable('xJob', body);
    else publisher.publish('xJob', body);
  };
  const ota = new Ota({
    ...setup,
    robot,
    installed,
    versions: () => versionsOf(robot, installed),
    publish,
    reportedChanged: () => publisher.schedule.reported.request(),
    addresses,
    fetchRange: setup.fetchRange,
    trustedKeys: setup.trustedKeys ?? (() => Promise.resolve([])),
    fail: setup.otaFail,
  });
  const { disk, now, fetchRange } = setup;
  const pull = robot.light ? lightMover : pullMover(disk, log, setup.partUploads);
  const push = robot.light ? lightMover : pushMover({ disk, files: log.files, addresses, fetchRange });
  const transfers = new Transfers({
    disk,
    robot,
    now,
    publish,
    movers: { LOG_PULL: pull, FILE_PULL: pull, FILE_PUSH: push },
    otherJobs: () => Number(ota.isRunning) + Number(mapEdits.isUploadingJob),
    phase: ({ kind, phase, code }) =>
      log.write(phase === 'FAILED' ? 'ERROR' : 'INFO', 'job', `${kind} ${phase} ${code}`),
  });
  const collections = new Collections({
    disk,
    robot,
    now,
    publish,
    uploads: setup.partUploads,
    phase: ({ phase, code }) =>
      log.write(phase === 'FAILED' ? 'ERROR' : 'INFO', 'job', `AI_COLLECT ${phase} ${code}`),
  });
  const audio = new AudioFiles({
    disk,
    robot,
    now,
    addresses,
    fetchRange,
    changed: () => publisher.schedule.reported.request(),
  });
  return {
    ota,
    transfers,
    collections,
    audio,
    log,
    tick: (seconds, connected) => {
      ota.tick(seconds, connected);
      transfers.tick(seconds, connected);
      collections.tick(seconds, connected);
      audio.tick(connected, () => sections.settleAudio(now()));
    },
    answered: (response) => addresses.answered(response),
    settled: async () => {
      await Promise.all([ota.settled(), transfers.settled(), collections.settled(), audio.settled()]);
    },
  };
}
