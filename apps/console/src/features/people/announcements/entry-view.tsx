import { announceLangs, announceLangsOf, type AnnounceLang, type Announcement } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kit/format/format.ts';
import { currentLang } from '../../../kit/format/lang.ts';
import { RichText } from '../../../kit/ui/rich-text.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { announceLangNames, isWritten, textsOf } from './announcement-langs.ts';

/** View 2: one entry of the history, read-only. */
export function EntryView({ entry }: { entry: Announcement }) {
  const { t } = useTranslation('people/announcements');
  const texts = textsOf(entry.langDescriptions);
  const written = announceLangs.filter((lang) => isWritten(texts[lang]));
  const [lang, setLang] = useState<AnnounceLang | undefined>(
    announceLangsOf[currentLang()].find((one) => written.includes(one)),
  );
  return (
    <>
      <Tabs
        label={t('languages')}
        value={lang ?? ''}
        options={written.map((value) => ({ value, text: announceLangNames[value] }))}
        onChange={(next) => setLang(written.find((one) => one === next))}
      />
      <p className="announcement-state">
        {t('published', { when: formatTime(entry.publishTime), who: entry.publishedBy })}
      </p>
      <RichText className="rich-text announcement-read" html={lang ? texts[lang] : ''} />
    </>
  );
}
