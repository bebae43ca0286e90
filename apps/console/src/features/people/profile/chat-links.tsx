import { chatUserCalls, type ChatUser } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { formatDate } from '../../../kit/format/format.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { ChatCodeDialog } from './chat-code-dialog.tsx';

const linked = (list: readonly ChatUser[]) => list.filter(({ state }) => state === 'LINKED');

/** The messaging apps that are linked to the account, and a button that links another one. */
export function ChatLinks() {
  const { t } = useTranslation('people/profile');
  const [linking, setLinking] = useState(false);
  const links = linked(useQuery(callQuery(chatUserCalls.own, {})).data?.list ?? []);
  const unlink = useAction(chatUserCalls.unlinkOwn, {
    done: (_output, { id }) => t('chat.unlinked', { name: links.find((link) => link.id === id)?.name ?? '' }),
  });
  return (
    <section className="chat-links" aria-labelledby="profile-chat">
      <h2 id="profile-chat">{t('chat.title')}</h2>
      <p>{t('chat.hint')}</p>
      {links.length > 0 && (
        <ul>
          {links.map(({ id, app, name, linkedAt }) => (
            <li key={id}>
              <span>
                <strong>{name}</strong>
                <small>
                  {t(`chat.apps.${app}`)} · {t('chat.since', { time: formatDate(linkedAt) })}
                </small>
              </span>
              <Button look="quiet" onClick={() => unlink.mutate({ id })}>
                {t('chat.unlink')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button icon="plus" onClick={() => setLinking(true)}>
        {t('chat.link')}
      </Button>
      {linking && <ChatCodeDialog linkedIds={links.map(({ id }) => id)} onClose={() => setLinking(false)} />}
    </section>
  );
}
