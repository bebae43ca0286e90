import { permissions, shellOutput, shellOutputTopic, shellTopic } from '@sweepline/contract';
import { and } from 'drizzle-orm';
import { shellSessions } from '../../../entities/remote/shell-table.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { inScope } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { Refusal, type Account } from '../../../platform/calls/ctx.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { endsInId, type TopicRule } from '../../../platform/socket/topic-rule.ts';
import { visibleDeviceTopics } from '../../devices/devices/device-topic-service.ts';
import { mergeOutput } from './merged-output.ts';
import { shellChanged } from './shell-channel-service.ts';
import { standingOf, type LiveRobots } from './shell-standing.ts';

const standingFamily = shellTopic('').name;
const outputFamily = shellOutputTopic('').name;

interface Needs {
  services: Services;
  now: Clock;
  robots: LiveRobots;
  fault: (error: unknown) => void;
}

/** The output's family first: its name begins with that of the standing. */
export const shellTopics = (needs: Needs): TopicRule[] => [outputTopic(needs), standingTopic(needs)];

/** What the subscriber may do with the shell of a device, at the moment of each message. */
const standingTopic = ({ services, now, robots, fault }: Needs): TopicRule => ({
  name: standingFamily,
  family: true,
  allow: permissions.deviceList,
  message: shellChanged('').message!,
  everyMs: 200,
  isValid: endsInId(standingFamily),
  admit: (account, requested) => visibleDeviceTopics(services, account, requested, standingFamily),
  personal: async (account, _lang, content) => {
    // The rule's schema has checked the content.
    const { deviceId } = content as { deviceId: string };
    try {
      const standing = await inScope(
        services.db,
        account.scope,
        (tx) => standingOf({ db: tx, account, now }, robots, deviceId),
        { readOnly: true },
      );
      return [{ content: standing }];
    } catch (error) {
      if (!(error instanceof Refusal)) fault(error);
      return [];
    }
  },
});

/** The output of a running shell, for the sign-in that opened it and for its observers. */
const outputTopic = ({ services: { db } }: Needs): TopicRule => ({
  name: outputFamily,
  family: true,
  allow: [permissions.deviceShell, permissions.deviceShellApprove],
  message: shellOutput,
  everyMs: 15,
  merge: mergeOutput,
  isValid: endsInId(outputFamily),
  admit: (account, requested) =>
    inScope(db, account.scope, async (tx) => {
      const ids = requested.map((topic) => topic.slice(outputFamily.length));
      const rows = await tx
        .select()
        .from(shellSessions)
        .where(and(inValues(shellSessions.id, ids), visible(tx, shellSessions)));
      return rows.filter((row) => isReader(account, row)).map(({ id }) => shellOutputTopic(id).name);
    }),
});

const isReader = (
  { sessionId, viewer }: Account,
  { login, observers }: typeof shellSessions.$inferSelect,
): boolean => !viewer && (login === sessionId || observers.some((observer) => observer.login === sessionId));
