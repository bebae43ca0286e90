import { audioTypes, customAudioCalls, langs, type CustomAudio } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { langNames } from '../../../kit/format/lang.ts';
import { EditableList, type RowAct } from '../../../kit/list/editable-list.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { AudioEditDialog } from './audio-edit-dialog.tsx';
import { AudioPlayer } from './audio-player.tsx';
import { AudioUploadDialog } from './audio-upload-dialog.tsx';
import { useAudioColumns } from './use-audio-columns.tsx';
import './audio.css';

const dialogOf = (audio: CustomAudio | undefined, onClose: () => void) =>
  audio ? <AudioEditDialog audio={audio} onClose={onClose} /> : <AudioUploadDialog onClose={onClose} />;

const actsOn = ({ isOwn }: CustomAudio): RowAct[] =>
  isOwn
    ? [
        ...(may(customAudioCalls.update.allow) ? (['edit'] as const) : []),
        ...(may(customAudioCalls.remove.allow) ? (['remove'] as const) : []),
      ]
    : [];

/** Prompts and promotions of companies, and those that companies above give to them. */
export function CustomAudioPage() {
  const { t } = useTranslation('brand/audio');
  const [playing, setPlaying] = useState<CustomAudio>();
  return (
    <>
      <EditableList
        title={t('title')}
        list={useList(customAudioCalls.list)}
        columns={useAudioColumns(setPlaying)}
        filters={
          <>
            <SearchFilter placeholder={t('keyword')} />
            <ChoiceFilter
              name="type"
              label={t('type')}
              options={audioTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
            />
            <ChoiceFilter
              name="language"
              label={t('language')}
              options={langs.map((value) => ({ value, label: langNames[value] }))}
            />
            <CompanyFilter label={t('company')} />
          </>
        }
        add={may(customAudioCalls.add.allow) ? { call: customAudioCalls.add, text: t('add') } : undefined}
        empty={{ icon: 'play', title: t('emptyTitle'), hint: t('emptyHint') }}
        acts={actsOn}
        actTexts={{ edit: t('edit'), remove: t('remove') }}
        dialog={dialogOf}
        removal={({ name }) => ({
          call: customAudioCalls.remove,
          title: t('removeTitle', { name }),
          hint: t('removeHint'),
          done: t('removed', { name }),
        })}
      />
      {playing && <AudioPlayer audio={playing} onClose={() => setPlaying(undefined)} />}
    </>
  );
}
