import { alarmLevels, type alarmCalls, type Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { BarList } from '../../../kit/chart/bar-list.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { levelTone } from '../../../shared/words/level-tone.ts';

interface Props {
  data: Output<typeof alarmCalls.summary> | undefined;
  /** The code that the list is filtered by. */
  code: string | null;
  onChoose: (filters: { level: number[] } | { code: string[] }) => void;
}

const maxCodes = 4;

/** The open alarms by level and by code. A press on a number filters the list by it. */
export function AlarmFigures({ data, code, onChoose }: Props) {
  const { t } = useTranslation('alarms/alarms');
  const { word } = useWords();
  // The levels are there before their numbers, so that the list below does not move.
  const levels = data?.levels ?? alarmLevels.toReversed().map((level) => ({ level, count: undefined }));
  const codes = (data?.codes ?? []).slice(0, maxCodes);
  const most = Math.max(1, ...codes.map(({ count }) => count));
  return (
    <section className="alarm-figures" aria-label={t('figures')}>
      <ol className="alarm-levels" aria-label={t('byLevel')}>
        {levels.map(({ level, count }) => (
          <li key={level} data-tone={levelTone(level)} data-none={!count}>
            <button type="button" onClick={() => onChoose({ level: [level] })}>
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
        onPress={(chosen) => onChoose({ code: [chosen] })}
      />
      {/* The line is there before its text, so that the list below does not move. */}
      <p className="alarm-followers-behind">
        {data && data.followers > 0 ? t('followersBehind', { count: data.followers }) : '\u00a0'}
      </p>
    </section>
  );
}
