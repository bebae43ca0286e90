import { apiLimits, apiUserCalls, type ApiKey, type ApiUserDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { Ago } from '../../../../kit/format/ago.tsx';
import { unknown } from '../../../../kit/format/format.ts';
import { AddButton } from '../../../../kit/list/add-button.tsx';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';
import { AgoBy } from '../../../../kit/ui/ago-by.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeySecretDialog, type NewSecret } from './key-secret-dialog.tsx';
import { SigningExample } from './signing-example.tsx';

/** The keys of an API user, newest first, and an example of a call that is signed with one. */
export function KeyList({ user }: { user: ApiUserDetail }) {
  const { t } = useTranslation('api/users');
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<NewSecret>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const { id, companyId, keyList } = user;
  const inForce = keyList.filter(({ revokedAt }) => revokedAt === null);
  const add = user.state !== 'REVOKED' && inForce.length < apiLimits.keys && (
    <AddButton call={apiUserCalls.addKey} text={t('addKey')} onClick={() => setAdding(true)} />
  );
  return (
    <div className="api-user-keys">
      {keyList.length === 0 ? (
        <Empty icon="key" title={t('noKeys')} hint={t('noKeysHint')}>
          {add}
        </Empty>
      ) : (
        <>
          <div className="api-user-keys-head">
            <p>{t('keysHint', { most: apiLimits.keys })}</p>
            {add}
          </div>
          <KeyTable keys={keyList} onRevoke={setRevoked} />
        </>
      )}
      {inForce[0] && <SigningExample keyId={inForce[0].keyId} />}
      {adding && (
        <KeyDialog id={id} companyId={companyId} onAdded={setSecret} onClose={() => setAdding(false)} />
      )}
      {secret && <KeySecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {revoked && (
        <ConfirmCallDialog
          title={t('revokeKeyTitle', { name: revoked.name || revoked.keyId })}
          call={apiUserCalls.revokeKey}
          input={{ id, keyId: revoked.keyId }}
          act={t('revoke')}
          done={t('keyRevoked')}
          onClose={() => setRevoked(undefined)}
        >
          {t('revokeKeyHint')}
        </ConfirmCallDialog>
      )}
    </div>
  );
}

/** The names of the sites and robots to which a key is narrowed. */
const narrowedTo = ({ sites, robots }: ApiKey) =>
  [...sites, ...robots].map(({ name }) => name || unknown).join(', ');

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const { t } = useTranslation('api/users');
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('key')}</th>
          <th scope="col">{t('scope')}</th>
          <th scope="col">{t('created')}</th>
          <th scope="col">{t('lastUsed')}</th>
          <th scope="col" aria-label={t('revoke')} />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row" data-label={t('key')}>
              <code>{key.keyId}</code>
              <small>{key.name}</small>
            </th>
            <td data-label={t('scope')}>
              {key.scopes.map((scope) => t(`scopes.${scope}`)).join(' · ')}
              <small>{narrowedTo(key)}</small>
            </td>
            <td data-label={t('created')}>
              <AgoBy at={key.createdAt} by={key.createdBy} />
            </td>
            <td data-label={t('lastUsed')}>
              <Ago at={key.lastUsedAt} />
              <small>{key.lastAddress}</small>
            </td>
            <td>
              {key.revokedAt ? (
                <>
                  {t('states.REVOKED')} <AgoBy at={key.revokedAt} by={key.revokedBy ?? ''} />
                </>
              ) : (
                <Allowed call={apiUserCalls.revokeKey}>
                  <Button look="quiet" icon="close" onClick={() => onRevoke(key)}>
                    {t('revoke')}
                  </Button>
                </Allowed>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
