import type { ApiRequest } from '@sweepline/contract';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTimeExact } from '../../../../kit/format/format.ts';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';
import { Facts } from '../../../../kit/ui/facts.tsx';
import { problemTitle } from './problem-title.ts';

/** One request: why it was refused, and for a wrong signature the text to compare with. */
export function RequestDrawer({ request, onClose }: { request: ApiRequest; onClose: () => void }) {
  const { t } = useTranslation('api/users');
  const { method, target, status, problem, facts, at, address, keyId, requestId } = request;
  const { signatureBase, ...rest } = facts ?? {};
  const rows = [
    [t('requests.time'), formatTimeExact(at)],
    [t('key'), keyId],
    [t('requests.address'), address],
    [t('requests.requestId'), requestId],
  ] as const;
  return (
    <Drawer open size={520} title={`${method} ${target}`} onClose={onClose}>
      <Facts>
        <section>
          <h3>
            {status} {problem && problemTitle(problem)}
          </h3>
          <dl>
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        {Object.keys(rest).length > 0 && (
          <Lines title={t('requests.facts')} text={JSON.stringify(rest, null, 2)} />
        )}
        {typeof signatureBase === 'string' && (
          <Lines title={t('requests.signatureBase')} text={signatureBase} />
        )}
      </Facts>
    </Drawer>
  );
}

const Lines = ({ title, text }: { title: string; text: string }) => (
  <section className="api-user-example">
    <h3>
      {title} <CopyButton what={title} text={text} />
    </h3>
    <pre>{text}</pre>
  </section>
);
