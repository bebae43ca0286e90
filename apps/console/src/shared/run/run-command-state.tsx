import { commandCalls, isOverCommand } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { deviceName } from '../robot/use-device-choices.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { useWords } from '../words/use-words.ts';
import type { RunDetail } from './run-rules.ts';
import { hasReached, type RunVerb } from './use-run-actions.ts';

export interface IssuedCommand {
  verb: RunVerb;
  /** Milliseconds since 1970, by this browser's clock. */
  at: number;
}

const everyMs = 1_000;
/** The accepted difference between server and browser clocks. */
const slackMs = 3_000;
/** VDA instant actions and our own commands for the same purpose. */
const types: Record<RunVerb, readonly string[]> = {
  pause: ['startPause', 'run.pause'],
  resume: ['stopPause', 'run.resume'],
  stop: ['cancelOrder', 'run.stop'],
};

/** The state of a command: sent, accepted, done or refused. "Done" appears only when the run itself shows it. */
export function CommandLife({ run, issued: { verb, at } }: { run: RunDetail; issued: IssuedCommand }) {
  const { t } = useTranslation('run');
  const { word } = useWords();
  const done = hasReached(verb, run.state);
  const input = { deviceId: run.device.id, page: 1, pageSize: 10 };
  const { data } = useQuery({
    ...callQuery(commandCalls.list, input),
    enabled: may(commandCalls.list.allow) && !done,
    refetchInterval: everyMs,
    meta: { silent: true },
  });
  const command = data?.list.find(
    ({ type, createdAt }) => types[verb].includes(type) && Date.parse(createdAt) >= at - slackMs,
  );
  const device = deviceName(run.device);
  const state = () => {
    if (done) return <StateMark tone="working" icon="check" word={t(`runDone.${verb}`, { device })} />;
    if (command && isOverCommand(command) && command.status !== 'SUCCEEDED') {
      const reason = command.code ? word('reply', command.code) : word('commandState', command.status);
      return <StateMark tone="fault" icon="alert" word={t(`runRefused.${verb}`, { device, reason })} />;
    }
    const step = word('commandState', command?.status ?? 'SENT');
    return <StateMark tone="waiting" icon="clock" word={t(`runWaiting.${verb}`, { device, step })} />;
  };
  return (
    <span className="command-life" role="status">
      {state()}
    </span>
  );
}
