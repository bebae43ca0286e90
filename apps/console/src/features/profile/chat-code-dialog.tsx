import { chatUserCalls, importPath } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading, send } from '../../kit/api/api.ts';
import { Button } from '../../kit/ui/button.tsx';
import { formatClock } from '../../kit/format/format.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { toast } from '../../kit/ui/toasts.ts';
import { useNow } from '../../kit/format/use-now.ts';

interface Props {
  /** Links there are when it opens: a further one is the app's answer. */
  known: readonly string[];
  onClose: () => void;
}

const askEveryMs = 3_000;

/** A code to type or to scan, and the wait for the app to bring it back. */
export function ChatCodeDialog(props: Props) {
  const { onClose } = props;
  const [known] = useState(props.known);
  const { t } = useTranslation('profile');
  const now = useNow();
  const code = useQuery({
    queryKey: ['chat-code'],
    queryFn: () => send(chatUserCalls.code, {}, { quiet: true }),
    // Each asking ends the code before: it is asked for once per opening, and by the button.
    staleTime: Infinity,
    gcTime: 0,
  });
  const over = code.data !== undefined && Date.parse(code.data.expiresAt) <= now;
  const own = useQuery({ ...reading(chatUserCalls.own, {}), refetchInterval: askEveryMs });
  const made = own.data?.list.find(({ id, state }) => state === 'LINKED' && !known.includes(id));
  useEffect(() => {
    if (!made) return;
    toast({ tone: 'done', text: t('chat.linked', { name: made.name }) });
    onClose();
  }, [made, onClose, t]);
  return (
    <Modal open title={t('chat.link')} onCancel={onClose} width={380} footer={null}>
      {code.data ? (
        <div className="chat-code">
          <output>{over ? '—' : code.data.code}</output>
          {over ? (
            <>
              <p role="alert">{t('chat.expired')}</p>
              <Button look="main" onClick={() => void code.refetch()}>
                {t('chat.renew')}
              </Button>
            </>
          ) : (
            <>
              <CodePicture code={code.data.code} />
              <p>{t('chat.codeHint', { time: formatClock(code.data.expiresAt) })}</p>
              <small role="status">{t('chat.waiting')}</small>
            </>
          )}
        </div>
      ) : (
        <Skeleton lines={5} />
      )}
    </Modal>
  );
}

/** The code as a link that a camera reads; drawn by a library that is loaded when it is needed. */
function CodePicture({ code }: { code: string }) {
  const { t } = useTranslation('profile');
  const address = `${location.origin}${importPath(`chat_${code}`)}`;
  const picture = useQuery({
    queryKey: ['qr', address],
    queryFn: async () => await (await import('qrcode')).toDataURL(address, { margin: 2, width: 352 }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return picture.data ? (
    <img src={picture.data} alt={t('chat.qr')} width={176} height={176} />
  ) : (
    <Skeleton lines={6} />
  );
}
