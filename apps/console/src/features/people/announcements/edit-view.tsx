import { announceLangs, announceLangsOf, type AnnounceLang } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { currentLang } from '../../../kit/format/lang.ts';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { TextEditor } from '../../../shared/rich-editor/text-editor.tsx';
import { announceLangNames, isWritten } from './announcement-langs.ts';
import type { Draft } from './use-draft.ts';

interface Props {
  draft: Draft;
  onHistory: () => void;
}

/** View 0: the text in four languages, to save or publish. */
export function EditView({ draft, onHistory }: Props) {
  const { t } = useTranslation('people/announcements');
  const [lang, setLang] = useState<AnnounceLang>(announceLangsOf[currentLang()][0] ?? 'zh_CN');
  const [publishing, setPublishing] = useState(false);
  const { texts, publishedAt, tooLong } = draft;
  const state = publishedAt
    ? t('isPublished', { when: formatTime(publishedAt) })
    : t(draft.written ? 'draft' : 'nothingYet');
  return (
    <>
      <Tabs
        label={t('languages')}
        value={lang}
        options={announceLangs.map((value) => ({
          value,
          text: isWritten(texts[value])
            ? announceLangNames[value]
            : `${announceLangNames[value]} (${t('empty')})`,
        }))}
        onChange={(next) => setLang(announceLangs.find((one) => one === next) ?? lang)}
      />
      <p className="announcement-state" role="status">
        {state}
      </p>
      <TextEditor
        key={lang}
        html={texts[lang]}
        label={t('editor', { language: announceLangNames[lang] })}
        onChange={(html) => draft.change(lang, html)}
      />
      {tooLong.map((one) => (
        <p key={one} role="alert">
          {t('tooLong', { language: announceLangNames[one] })}
        </p>
      ))}
      <footer className="announcement-foot">
        <Button look="quiet" icon="history" onClick={onHistory}>
          {t('history')}
        </Button>
        <Button busy={draft.busy} disabled={!draft.unsaved || tooLong.length > 0} onClick={draft.save}>
          {t('save')}
        </Button>
        <Button
          look="main"
          busy={draft.busy}
          disabled={!draft.written || tooLong.length > 0 || (publishedAt !== null && !draft.unsaved)}
          onClick={() => setPublishing(true)}
        >
          {t('publish')}
        </Button>
      </footer>
      {publishing && (
        <ConfirmDialog
          title={t('publishTitle')}
          act={t('publish')}
          busy={draft.busy}
          onConfirm={() => draft.publish(() => setPublishing(false))}
          onClose={() => setPublishing(false)}
        >
          {t('publishHint')}
        </ConfirmDialog>
      )}
    </>
  );
}
