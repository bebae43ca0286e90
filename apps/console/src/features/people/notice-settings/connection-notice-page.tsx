import type { NoticeSetting } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../kit/list/column.ts';
import { ConnectionNoticeDialog } from './connection-notice-dialog.tsx';
import { connectionFields, effective } from './notice-choice.ts';
import { NoticeRuleTabs } from '../../../shared/notice-rules/notice-rule-tabs.tsx';
import { NoticeSettingList } from './notice-setting-list.tsx';
import { useNoticeWords } from './use-notice-words.ts';

function useConnectionColumns(): Column<NoticeSetting>[] {
  const { t } = useTranslation('people/notice-settings');
  const words = useNoticeWords();
  return useMemo(
    () => [
      {
        key: 'offline',
        title: t('offlineAfter'),
        cell: (row) =>
          effective(row).isOfflineTold ? words.minutes(effective(row).offlineMinutes) : t('notTold'),
      },
      {
        key: 'expected',
        title: t('expected'),
        cell: (row) => words.windows(effective(row).expectedOffline),
      },
      { key: 'back', title: t('back'), cell: (row) => words.told(effective(row).isBackTold) },
      {
        key: 'telling',
        title: t('telling'),
        cell: (row) => words.telling(effective(row).connectionTelling),
      },
    ],
    [t, words],
  );
}

/** When people are told that a robot is offline, and back, per company. */
export function ConnectionNoticePage() {
  const { t } = useTranslation('people/notice-settings');
  return (
    <div className="sl-stacked">
      <NoticeRuleTabs value="connection" />
      <NoticeSettingList
        title={t('connectionTitle')}
        fields={connectionFields}
        columns={useConnectionColumns()}
        dialog={ConnectionNoticeDialog}
      />
    </div>
  );
}
