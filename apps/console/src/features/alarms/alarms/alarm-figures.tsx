import { alarmCalls, alarmLevels, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { BarList } from '../../../kit/chart/bar-list.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { levelTone } from '../../../shared/words/level-tone.ts';

type Filters = Pick<
  Sent<typeof alarmCalls.list>,
  'open' | 'acknowledged' | 'shelved' | 'mine' | 'processing'
>;

interface Props {
  of: Sent<typeof alarmCalls.summary>;
  /** The code that the list is filtered by. */
  code: string | null;
  onChoose: (filters: Filters & { level?: number[]; code?: string[] }) => void;
}

const maxCodes = 4;

/** The open alarms in numbers. A press on a number filters the list by it. */
export function AlarmFigures({ of, code, onChoose }: Props) {
  const { t } = useTranslation('alarms/alarms');
  const { word } = useWords();
  const { data } = useQuery({
    ...callQuery(alarmCalls.summary, of),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const figures = [
    { key: 'open', text: t('open'), value: data?.open, filters: { open: true } },
    {
      key: 'unacknowledged',
      text: t('unacknowledged'),
      value: data?.unacknowledged,
      filters: { open: true, acknowledged: false, shelved: false, processing: 'NOT_PROCESSED' as const },
    },
    {
      key: 'mine',
      text: t('mine'),
      value: data?.mine,
      filters: { open: true, mine: true, processing: 'NOT_PROCESSED' as const },
    },
    {
      key: 'shelved',
      text: t('lifeStates.shelved'),
      value: data?.shelved,
      filters: { open: true, shelved: true },
    },
  ];
  // The levels are there before their numbers, so that the list below does not move.
  const levels = data?.levels ?? alarmLevels.toReversed().map((level) => ({ level, count: undefined }));
  const codes = (data?.codes ?? []).slice(0, maxCodes);
  const most = Math.max(1, ...codes.map(({ count }) => count));
  return (
    <section className="alarm-figures" aria-label={t('figures')}>
      <div>
        <dl>
          {figures.map(({ key, text, value, filters }) => (
            <div key={key}>
              <dt>{text}</dt>
              <dd>
                <button type="button" onClick={() => onChoose(filters)}>
                  {formatNumber(value)}
                </button>
              </dd>
            </div>
          ))}
        </dl>
        {/* The line is there before its text, so that the list below does not move. */}
        <p className="alarm-followers-behind">
          {data && data.followers > 0 ? t('followersBehind', { count: data.followers }) : '\u00a0'}
        </p>
      </div>
      <ol className="alarm-levels" aria-label={t('byLevel')}>
        {levels.map(({ level, count }) => (
          <li key={level} data-tone={levelTone(level)} data-none={!count}>
            <button type="button" onClick={() => onChoose({ open: true, level: [level] })}>
              <small>{t('levelOf', { level })}</small>
              <strong>{formatNumber(count)}</strong>
            </button>
          </li>
        ))}
      </ol>
      <BarList
        columns
        label={t('byCode')}
        chosen={code}
        rows={codes.map((row) => ({
          key: row.code,
          name: word('alarm', row.code),
          share: row.count / most,
          value: formatNumber(row.count),
        }))}
        onPress={(chosen) => onChoose({ open: true, code: [chosen] })}
      />
    </section>
  );
}
