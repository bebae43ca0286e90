import { toldRunEnds, type NoticeSetting } from '@sweepline/contract';
import { Checkbox, InputNumber } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../kit/list/column.ts';
import { OwnChoice } from '../../../shared/company-choice/own-choice.tsx';
import { effective, runFields } from './notice-choice.ts';
import { NoticeSettingDialog } from './notice-setting-dialog.tsx';
import { NoticeRuleTabs } from '../../../shared/notice-rules/notice-rule-tabs.tsx';
import { NoticeSettingList } from './notice-setting-list.tsx';
import { TellingField } from './telling-field.tsx';
import { useNoticeWords } from './use-notice-words.ts';

function useRunColumns(): Column<NoticeSetting>[] {
  const { t } = useTranslation('people/notice-settings');
  const words = useNoticeWords();
  return useMemo(
    () => [
      { key: 'ends', title: t('runEnds'), cell: (row) => words.runEnds(effective(row).runEnds) },
      {
        key: 'coverage',
        title: t('coverage'),
        cell: (row) => words.coverage(effective(row).minCoverage),
      },
      { key: 'telling', title: t('telling'), cell: (row) => words.telling(effective(row).runTelling) },
    ],
    [t, words],
  );
}

/** Which ends of runs are told, per company. */
export function RunNoticePage() {
  const { t } = useTranslation('people/notice-settings');
  return (
    <div className="sl-stacked">
      <NoticeRuleTabs value="runs" />
      <NoticeSettingList
        title={t('runTitle')}
        fields={runFields}
        columns={useRunColumns()}
        dialog={RunNoticeDialog}
      />
    </div>
  );
}

function RunNoticeDialog({ setting, onClose }: { setting: NoticeSetting; onClose: () => void }) {
  const { t } = useTranslation('people/notice-settings');
  const words = useNoticeWords();
  const { inherited } = setting;
  return (
    <NoticeSettingDialog
      title={t('runDialog', { name: setting.companyName })}
      setting={setting}
      fields={runFields}
      onClose={onClose}
    >
      {({ choices, change }) => (
        <>
          <OwnChoice
            label={t('runEnds')}
            value={choices.runEnds}
            inherited={inherited.runEnds}
            inheritedText={words.runEnds(inherited.runEnds)}
            onChange={(runEnds) => change({ runEnds })}
          >
            {(ends) => (
              <Checkbox.Group
                value={ends}
                options={toldRunEnds.map((value) => ({ value, label: t(`ends.${value}`) }))}
                onChange={(runEnds) => change({ runEnds })}
              />
            )}
          </OwnChoice>
          <OwnChoice
            label={t('coverage')}
            hint={t('coverageHint')}
            value={choices.minCoverage}
            inherited={inherited.minCoverage}
            inheritedText={words.coverage(inherited.minCoverage)}
            onChange={(minCoverage) => change({ minCoverage })}
          >
            {(percent) => (
              <InputNumber
                aria-label={t('coverage')}
                min={0}
                max={100}
                precision={0}
                suffix="%"
                value={percent}
                onChange={(next) => change({ minCoverage: next ?? 0 })}
              />
            )}
          </OwnChoice>
          <TellingField
            setting={setting}
            field="runTelling"
            value={choices.runTelling}
            onChange={(runTelling) => change({ runTelling })}
          />
        </>
      )}
    </NoticeSettingDialog>
  );
}
