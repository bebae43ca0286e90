import { pages, type NoticeKind, type UnreadCounts, noticeKinds } from '@sweepline/contract';
import { Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import type { BellItem } from './bell-item.ts';
import { BellRow } from './bell-row.tsx';
import { choosePopUps, usePopUpsOn } from '../../../shared/people/pop-up-choice.ts';
import { badgeText } from './unread.ts';
import { kindsOf, useRead, useReadAll, useUnread } from './use-unread.ts';
import './notices.css';

interface Props {
  counts: UnreadCounts;
  onClose: () => void;
}

/** Panel of the bell: the unread notices by kind. */
export function NoticePanel({ counts, onClose }: Props) {
  const { t } = useTranslation('people/notices');
  const navigate = useNavigate();
  const kinds = kindsOf();
  const unread = (kind: NoticeKind) => counts[noticeKinds.indexOf(kind)] ?? 0;
  const [kind, setKind] = useState(() => kinds.find((value) => unread(value) > 0) ?? kinds[0] ?? 'system');
  const read = useRead();
  const readAll = useReadAll(t('markedAll'));
  const popUps = usePopUpsOn();

  const open = (item: BellItem) => {
    read(item);
    if (!item.address) return;
    onClose();
    void navigate(item.address);
  };

  return (
    <section className="bell-panel" aria-label={t('bell')}>
      <Tabs
        label={t('lists')}
        value={kind}
        options={kinds.map((value) => ({
          value,
          text:
            unread(value) > 0 ? `${t(`kinds.${value}`)} · ${badgeText(unread(value))}` : t(`kinds.${value}`),
        }))}
        onChange={(next) => setKind(noticeKinds.find((value) => value === next) ?? 'system')}
      />
      <UnreadList key={kind} kind={kind} onOpen={open} onRead={read} />
      <footer>
        <label className="bell-switch">
          <Switch size="small" checked={popUps} onChange={choosePopUps} />
          {t('popUps')}
        </label>
        <Button look="quiet" icon="check" disabled={unread(kind) === 0} onClick={() => readAll(kind)}>
          {t('markAll')}
        </Button>
        <Link to={pages.notices({ kind })} onClick={onClose}>
          {t('all')}
        </Link>
      </footer>
    </section>
  );
}

interface ListProps {
  kind: NoticeKind;
  onOpen: (item: BellItem) => void;
  onRead: (item: BellItem) => void;
}

function UnreadList({ kind, onOpen, onRead }: ListProps) {
  const { t } = useTranslation('people/notices');
  const { items, error, retry } = useUnread(kind);
  if (error && !items) return <Failure error={error} onRetry={retry} />;
  if (!items) return <Skeleton lines={5} />;
  if (items.length === 0) return <Empty icon="check" title={t('noneUnread')} hint={t(`hints.${kind}`)} />;
  return (
    <ul className="bell-list">
      {items.map((item) => (
        <li key={item.id}>
          <BellRow item={item} onOpen={() => onOpen(item)} onRead={() => onRead(item)} />
        </li>
      ))}
    </ul>
  );
}
