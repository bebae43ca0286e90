import { linkCode } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import './chat-code-page.css';

/** Two groups of four, as on the profile page. */
const spaced = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The code scanned from a profile page, ready to paste into the messaging app. */
export function ChatCodePage({ token }: { token: string }) {
  const { t } = useTranslation('people/chat-users');
  const read = linkCode.safeParse(token.replace(/^chat_/, ''));
  if (!read.success) return <Empty icon="external" title={t('code.noneTitle')} hint={t('code.noneHint')} />;
  const code = spaced(read.data);
  return (
    <div className="chat-code-page">
      <h1>{t('code.title')}</h1>
      <output>{code}</output>
      <p>{t('code.hint')}</p>
      <CopyButton look="main" text={code}>
        {t('code.copy')}
      </CopyButton>
      <small>{t('code.once')}</small>
    </div>
  );
}
