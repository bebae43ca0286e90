import { commandCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { callQuery } from '../../../../kit/api/api.ts';
import { commandMarks, jobMarks, renewAfterMs } from '../../../../shared/command/command-life.ts';
import { useCommandsLive } from '../../../../shared/command/use-commands-live.ts';
import { useCommandName } from '../../../../shared/command/use-command-name.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';

const maxRows = 4;

/** The last commands with their states: queued, sent, accepted, running, ended, and the reason. */
export function CommandList({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices/devices');
  const { word } = useWords();
  const nameOf = useCommandName();
  useCommandsLive();
  const { data } = useQuery({
    ...callQuery(commandCalls.list, { deviceId, pageSize: maxRows }),
    refetchInterval: ({ state }) => renewAfterMs(state.data?.list),
    meta: { silent: true },
  });
  const commands = data?.list ?? [];
  if (commands.length === 0) return null;
  return (
    <section className="sl-commands" aria-label={t('lastCommands')} aria-live="polite">
      <h3>{t('lastCommands')}</h3>
      <ul>
        {commands.map(({ id, type, status, code, createdAt, job }) => (
          <li key={id}>
            <span>{nameOf(type)}</span>
            {job ? (
              <StateMark {...jobMarks[job.state]} word={word('jobPhase', job.phase)} />
            ) : (
              <StateMark {...commandMarks[status]} word={word('commandState', status)} />
            )}
            <small>
              {code && status !== 'SUCCEEDED' ? `${word('reply', code)} · ` : ''}
              <Ago at={createdAt} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
