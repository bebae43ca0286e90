import { backgroundJobNames, serverCalls, serverRoles, type Server } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import * as roster from '../../../platform/cluster/server-roster.ts';
import { shardCount } from '../../../platform/cluster/shards.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { createZoneCheck } from './zone-data-service.ts';
import { rolesWithoutOther, stateOfServer } from './server-rules.ts';

/** Those of this program among the names that another version may write. */
const ofThisProgram = <Name extends string>(names: readonly string[], all: readonly Name[]): Name[] =>
  all.filter((name) => names.includes(name));

const wholeOf = (figure: number | undefined) => (figure === undefined ? null : Math.round(figure));

const readServers = async (db: Tx): Promise<Server[]> =>
  (await asSystem(db, roster.readServers)).map(
    ({ isLeaving, isDraining, figures, roles, runningJobs, ...row }) => ({
      ...row,
      state: stateOfServer({ ...row, isLeaving, isDraining, brokerMs: figures['brokerMs'] ?? 0 }),
      roles: ofThisProgram(roles, serverRoles),
      runningJobs: ofThisProgram(runningJobs, backgroundJobNames),
      robots: wholeOf(figures['robots']),
      loopDelayMs: wholeOf(figures['loopDelayMs']),
      queuedRows: wholeOf(figures['queuedRows']),
    }),
  );

/** Refuses a server that has ended, or does not exist. */
const liveServer = async (db: Tx, id: string) => {
  const servers = await readServers(db);
  const server = servers.find((it) => it.id === id);
  if (!server || server.state === 'ENDED') throw new Refusal('notFound');
  return { server, servers };
};

export const serverAnswers = (isAlone: boolean) => {
  const checkZones = createZoneCheck();
  return answer(serverCalls, {
    list: async ({ db, now }) => ({
      servers: await readServers(db),
      shardCount,
      isAlone,
      zoneDifferences: await asSystem(db, (tx) => checkZones(tx, now())),
    }),

    drain: async ({ db }, { id }) => {
      // Two super admins who drain the last two servers at once take turns.
      await asSystem(db, roster.lockDraining);
      const { servers } = await liveServer(db, id);
      if (rolesWithoutOther(id, servers).length > 0) throw new Refusal('lastServer');
      await asSystem(db, (tx) => roster.setDraining(tx, id, true));
      return {};
    },

    resume: async ({ db }, { id }) => {
      await liveServer(db, id);
      await asSystem(db, (tx) => roster.setDraining(tx, id, false));
      return {};
    },
  });
};
