import {
  noticeChannels,
  noticeSettingCalls,
  receiverKinds,
  type NoticeSetting,
  type ShownTelling,
  type Telling,
} from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import { Segments } from '../../../kit/ui/segments.tsx';
import { OwnChoice } from '../../../shared/company-choice/own-choice.tsx';
import { sentTelling } from './notice-choice.ts';
import { useNoticeWords } from './use-notice-words.ts';

interface Props {
  setting: NoticeSetting;
  field: 'runTelling' | 'connectionTelling';
  value: Telling | null;
  onChange: (value: Telling | null) => void;
}

/** Whom a notice reaches and how: all who may see the robot, or chosen people by bell and mail. */
export function TellingField({ setting, field, value, onChange }: Props) {
  const { t } = useTranslation('people/notice-settings');
  const words = useNoticeWords();
  return (
    <OwnChoice
      label={t('telling')}
      value={value}
      inherited={sentTelling(setting.inherited[field])}
      inheritedText={words.telling(setting.inherited[field])}
      onChange={onChange}
    >
      {(telling) => (
        <>
          <Segments
            label={t('telling')}
            value={telling.to}
            options={receiverKinds.map((to) => ({ value: to, text: t(`to.${to}`) }))}
            onChange={(to) =>
              onChange({ ...telling, to, channels: to === 'EVERYONE' ? ['BELL'] : telling.channels })
            }
          />
          {telling.to === 'CHOSEN' && (
            <Chosen
              companyId={setting.id}
              shown={[setting.own[field], setting.inherited[field]].filter((item) => item !== null)}
              telling={telling}
              onChange={onChange}
            />
          )}
        </>
      )}
    </OwnChoice>
  );
}

interface ChosenProps {
  companyId: string;
  /** Tellings whose names are known before the list of receivers is. */
  shown: readonly ShownTelling[];
  telling: Telling;
  onChange: (value: Telling) => void;
}

function Chosen({ companyId, shown, telling, onChange }: ChosenProps) {
  const { t } = useTranslation('people/notice-settings');
  const { t: word } = useTranslation('delivery');
  const ids = { accounts: useId(), roles: useId() };
  const [keyword, setKeyword] = useState('');
  const { data } = useQuery({
    ...callQuery(noticeSettingCalls.receivers, { companyId, ...(keyword && { keyword }) }),
    placeholderData: keepPreviousData,
  });
  const names = (kind: 'accounts' | 'roles') => {
    const options = new Map(shown.flatMap((item) => item[kind]).map(({ id, name }) => [id, name]));
    for (const { id, name, roleName } of kind === 'accounts' ? (data?.accounts ?? []) : [])
      options.set(id, roleName ? `${name} · ${roleName}` : name);
    for (const { id, name, companyName } of kind === 'roles' ? (data?.roles ?? []) : [])
      options.set(id, `${name} · ${companyName}`);
    return [...options].map(([value, label]) => ({ value, label }));
  };
  const others = shown[0]?.others ?? 0;
  return (
    <>
      {(['accounts', 'roles'] as const).map((kind) => (
        <div key={kind} className="notice-receivers">
          <label htmlFor={ids[kind]}>{t(kind)}</label>
          <Select
            id={ids[kind]}
            mode="multiple"
            value={kind === 'accounts' ? telling.accountIds : telling.roleIds}
            options={names(kind)}
            onChange={(next: string[]) =>
              onChange({ ...telling, ...(kind === 'accounts' ? { accountIds: next } : { roleIds: next }) })
            }
            showSearch={{ onSearch: setKeyword, filterOption: false }}
          />
        </div>
      ))}
      {others > 0 && <small>{t('keptOthers', { count: others, shown: formatNumber(others) })}</small>}
      <Checkbox.Group
        aria-label={t('channel')}
        value={telling.channels}
        options={noticeChannels.map((value) => ({ value, label: word(`channels.${value}`) }))}
        onChange={(channels) => onChange({ ...telling, channels })}
      />
      {data?.canMail === false && telling.channels.includes('MAIL') && (
        <small role="status">{t('noMail')}</small>
      )}
    </>
  );
}
