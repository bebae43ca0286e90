import type { AlarmSettingRow } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../kit/list/column.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useSettingWords } from './setting-words.ts';
import { levelTone } from '../../../shared/words/level-tone.ts';

/** The columns of the codes: what it is, its level, who can fix it and whether people are told. */
export function useSettingColumns(
  onOpen: (row: AlarmSettingRow) => void,
): readonly Column<AlarmSettingRow>[] {
  const { t } = useTranslation('alarms/settings');
  const { nameOf, offUntil, orderOf } = useSettingWords();
  return useMemo(
    (): Column<AlarmSettingRow>[] => [
      {
        key: 'code',
        title: t('code'),
        cell: (row) => (
          <>
            <button type="button" className="sl-identity alarm-settings-name" onClick={() => onOpen(row)}>
              {nameOf(row)}
            </button>
            <small>{row.errorType ? t('foreignCode', { code: row.code }) : row.code}</small>
          </>
        ),
      },
      {
        key: 'level',
        title: t('level'),
        cell: (row) => <LevelCell row={row} />,
      },
      {
        key: 'fixer',
        title: t('fixer'),
        cell: ({ fixer }) => (
          <>
            {t(`fixers.${fixer.value}`)}
            <small>{t(`from.${fixer.from}`)}</small>
          </>
        ),
      },
      {
        key: 'push',
        title: t('push'),
        cell: ({ push, own }) => (
          <>
            <StateMark
              tone={push.isTold ? 'working' : 'waiting'}
              icon={push.isTold ? 'bell' : 'pause'}
              word={push.isTold ? t('told') : offUntil(push.until)}
            />
            <small className="cell-clip" title={own.reason}>
              {[t(`from.${push.from}`), own.reason].filter(Boolean).join(' · ')}
            </small>
          </>
        ),
      },
      {
        key: 'order',
        title: t('order'),
        cell: ({ order }) => (
          <>
            {orderOf(order)}
            <small>{t(`from.${order.from}`)}</small>
          </>
        ),
      },
    ],
    [t, nameOf, offUntil, orderOf, onOpen],
  );
}

/** The level that counts, what the robot says, and where the level comes from. */
function LevelCell({ row: { level, productLevel } }: { row: AlarmSettingRow }) {
  const { t } = useTranslation('alarms/settings');
  const { levelOf } = useSettingWords();
  return (
    <>
      {level.value === null ? (
        t('vehicleDecides')
      ) : (
        <StateMark tone={levelTone(level.value)} icon="alert" word={levelOf(level.value)} />
      )}
      <small>
        {[
          productLevel !== level.value && productLevel !== null && t('robotSays', { level: productLevel }),
          t(`from.${level.from}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  );
}
