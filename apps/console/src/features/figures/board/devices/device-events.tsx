import { alarmCalls, assistCalls, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { dayEnd, dayStart } from '../../../../kit/format/days.ts';
import { formatTime } from '../../../../kit/format/format.ts';
import type { PeriodSelection } from '../../../../shared/statistics/use-period.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { levelTone } from '../../../../shared/words/level-tone.ts';

interface Props {
  deviceId: string;
  selection: PeriodSelection;
}

const maxRows = 8;

/** The last alarms and assists of a robot within the period. */
export const DeviceEvents = (props: Props) => (
  <>
    {may(alarmCalls.list.allow) && <Alarms {...props} />}
    {may(assistCalls.list.allow) && <Assists {...props} />}
  </>
);

function Alarms({ deviceId, selection: { filter } }: Props) {
  const { t } = useTranslation('figures/board');
  const { word } = useWords();
  const query = useBoardQuery(alarmCalls.list, {
    deviceId,
    startTime: dayStart(filter.from),
    endTime: dayEnd(filter.to),
    pageSize: 10,
  });
  return (
    <BoardBlock
      question={t('questions.alarms')}
      query={query}
      emptyText={({ list }) => (list.length === 0 ? t('empty.alarms') : null)}
      tools={<Link to={pages.device({ id: deviceId, tab: 'alarms' })}>{t('all')}</Link>}
    >
      {({ list }) => (
        <ul className="board-rows">
          {list.slice(0, maxRows).map(({ id, code, effectiveLevel, raisedAt }) => (
            <li key={id}>
              <AlarmLevel level={effectiveLevel} />
              <span>
                {may(alarmCalls.detail.allow) ? (
                  <Link to={pages.alarm({ id })}>{word('alarm', code)}</Link>
                ) : (
                  word('alarm', code)
                )}
              </span>
              <time dateTime={raisedAt}>{formatTime(raisedAt)}</time>
            </li>
          ))}
        </ul>
      )}
    </BoardBlock>
  );
}

function Assists({ deviceId, selection: { filter } }: Props) {
  const { t } = useTranslation('figures/board');
  const { word } = useWords();
  const query = useBoardQuery(assistCalls.list, {
    deviceId,
    from: dayStart(filter.from),
    to: dayEnd(filter.to),
    pageSize: 10,
  });
  return (
    <BoardBlock
      question={t('questions.assists')}
      query={query}
      emptyText={({ list }) => (list.length === 0 ? t('empty.assists') : null)}
      tools={<Link to={pages.assists()}>{t('all')}</Link>}
    >
      {({ list }) => (
        <ul className="board-rows">
          {list.slice(0, maxRows).map(({ id, codes, level, at, run }) => (
            <li key={id}>
              <AlarmLevel level={level} />
              <Link to={pages.assists({ runId: run.id })}>{word('alarm', codes[0] ?? '')}</Link>
              <time dateTime={at}>{formatTime(at)}</time>
            </li>
          ))}
        </ul>
      )}
    </BoardBlock>
  );
}

/** The level of an alarm, 1–5, in its colour. */
function AlarmLevel({ level }: { level: number }) {
  const { t } = useTranslation('figures/board');
  return (
    <b className="board-level" data-tone={levelTone(level)} title={t('level', { level })}>
      {level}
    </b>
  );
}
