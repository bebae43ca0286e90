import { announceLangsOf, type Announcement } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { currentLang } from '../../../kit/format/lang.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { isWritten, textsOf } from './announcement-langs.ts';

interface Props {
  entries: readonly Announcement[] | undefined;
  error: Error | null;
  onRetry: () => void;
  onOpen: (entry: Announcement) => void;
}

/** The heading or first paragraph of a text, in the user's language or the nearest available one. */
function beginningOf({ langDescriptions }: Announcement): string {
  const texts = textsOf(langDescriptions);
  const html = announceLangsOf[currentLang()].map((lang) => texts[lang]).find(isWritten) ?? '';
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const blocks = [...body.children].map(({ textContent }) => textContent?.trim() ?? '');
  return (blocks.find((words) => words !== '') ?? '').slice(0, 160);
}

/** View 1: the published texts, the newest first. */
export function HistoryView({ entries, error, onRetry, onOpen }: Props) {
  const { t } = useTranslation('people/announcements');
  if (error && !entries) return <Failure error={error} onRetry={onRetry} />;
  if (!entries) return <Skeleton lines={6} />;
  if (entries.length === 0) return <Empty icon="history" title={t('noHistory')} hint={t('noHistoryHint')} />;
  return (
    <ul className="announcement-history">
      {entries.map((entry) => (
        <li key={entry.id}>
          <button type="button" onClick={() => onOpen(entry)}>
            {beginningOf(entry)}
            <small>{t('published', { when: formatTime(entry.publishTime), who: entry.publishedBy })}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
