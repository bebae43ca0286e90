import { customAudioCalls, langs, type Lang } from '@sweepline/contract';
import { usualSlots } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatPlayTime } from '../../../kit/format/format-play-time.ts';
import { langNames } from '../../../kit/format/lang.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { useSlotName } from './use-slot-name.ts';
import type { Place } from './voice-set-form.tsx';

interface Props {
  language: Lang;
  items: readonly Place[];
  readOnly: boolean;
  onLanguage: (language: Lang) => void;
  onChange: (items: Place[]) => void;
}

/** The files of one language, slot by slot. A slot without a file takes that of another language, else the robot's own sound. */
export function SlotFields({ language, items, readOnly, onLanguage, onChange }: Props) {
  const { t } = useTranslation('brand/voice-sets');
  const nameOf = useSlotName();
  const { data } = useQuery({
    ...callQuery(customAudioCalls.list, { pageSize: 99, sort: 'name' }),
    meta: { silent: true },
  });
  const slots = [...new Set([...usualSlots, ...items.map(({ slot }) => slot)])];
  const options = (data?.list ?? []).map(({ id, name, seconds, language: spoken }) => ({
    value: id,
    label: [name, formatPlayTime(seconds), spoken && langNames[spoken]].filter(Boolean).join(' · '),
  }));
  const counted = (lang: Lang) => items.filter((item) => item.language === lang).length;
  const place = (slot: string, audioId: string | undefined) =>
    onChange([
      ...items.filter((item) => item.slot !== slot || item.language !== language),
      ...(audioId === undefined ? [] : [{ language, slot, audioId }]),
    ]);
  return (
    <>
      <Tabs
        label={t('languages')}
        value={language}
        options={langs.map((lang) => ({ value: lang, text: `${langNames[lang]} (${counted(lang)})` }))}
        onChange={onLanguage}
      />
      <PlainTable cards>
        <thead>
          <tr>
            <th scope="col">{t('slot')}</th>
            <th scope="col">{t('file')}</th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => (
            <tr key={slot}>
              <th scope="row">{nameOf(slot)}</th>
              <td>
                <Select
                  aria-label={nameOf(slot)}
                  className="voice-choice"
                  placeholder={t('noFile')}
                  disabled={readOnly}
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  value={items.find((item) => item.slot === slot && item.language === language)?.audioId}
                  options={options}
                  onChange={(audioId?: string) => place(slot, audioId)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </>
  );
}
